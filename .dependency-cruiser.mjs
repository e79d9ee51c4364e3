import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { ARROWS, DOMAINS, folderOf, MODULES_OF_FLOWS, OPEN_TO_ALL } from './scripts/module-arrows.mjs'

const DOMAINS_FOLDER = 'server/src/domains'
const test = String.raw`(\.test|\btesting)\.tsx?$`

/** A module imports only the modules that its allowed dependencies name, and of them only `index.ts`. */
const moduleRules = Object.entries(ARROWS).flatMap(([name, targets]) => {
  const folder = folderOf(name)
  const allowed = [name, ...targets, ...OPEN_TO_ALL].map((module) => `^${folderOf(module)}/`)
  return [
    {
      name: `${name}-arrows`,
      comment: `${name} may import: ${[...targets, ...OPEN_TO_ALL].join(', ')}`,
      severity: 'error',
      from: { path: `^${folder}/`, pathNot: test },
      to: { path: `^${DOMAINS_FOLDER}/`, pathNot: allowed },
    },
    {
      name: `${name}-only-index`,
      comment: `others import ${name} through its index.ts`,
      severity: 'error',
      from: { path: '^server/src/', pathNot: [`^${folder}/`, test] },
      to: { path: `^${folder}/`, pathNot: `^${folder}/index\\.ts$` },
    },
  ]
})

/** A domain imports itself and the domains below it. */
const domainRules = Object.keys(DOMAINS).map((domain, place, all) => ({
  name: `domain-${domain}`,
  comment: 'backoffice, compliance, money, customers, reference: each may import those after it',
  severity: 'error',
  from: { path: `^${DOMAINS_FOLDER}/${domain}/`, pathNot: test },
  to: { path: `^${DOMAINS_FOLDER}/(${[...all.slice(place + 1), 'none'].join('|')})/` },
}))

/** Inside a divided module: a flow imports the core and itself, the core only itself. */
const flowRules = MODULES_OF_FLOWS.map((name) => ({
  name: `${name}-flows-know-only-the-core`,
  comment: 'what two flows share is in core',
  severity: 'error',
  from: { path: `^${folderOf(name)}/([^/]+)/`, pathNot: test },
  to: { path: `^${folderOf(name)}/`, pathNot: `^${folderOf(name)}/(core|$1)/` },
}))

/** The folder of a route's screen file is private, with all that is below it: no other folder imports from it. */
const SCREENS_FOLDER = 'web/src/screens'
const SCREENS = `^${SCREENS_FOLDER}/`
const ROOMS = [...new Set(screenFiles().map((file) => `${SCREENS_FOLDER}/${dirname(file)}`))]
const roomRules = ROOMS.map((room) => ({
  name: `room-${room.slice(SCREENS_FOLDER.length + 1).replaceAll('/', '-')}`,
  comment: 'what two screens share is in web/src/parts',
  severity: 'error',
  from: { path: `^${room}/` },
  to: { path: SCREENS, pathNot: `^${room}/` },
}))

export default {
  forbidden: [
    ...moduleRules,
    ...domainRules,
    ...flowRules,
    { name: 'no-cycles', comment: 'types alone make no circle either', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'platform-stands-on-nothing',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: test },
      to: { path: '^server/src/(domains|chain|composition|commands)/' },
    },
    {
      name: 'sandbox-shares-nothing-with-the-product',
      comment: 'a bug in an adapter must not cancel out in its sandbox',
      severity: 'error',
      from: { path: '^dev/sandbox/', pathNot: test },
      to: { path: '^server/src/domains/' },
    },
    {
      name: 'the-product-does-not-know-dev',
      severity: 'error',
      comment: 'a demo imports it through one file; tests and their children import dev/testing',
      from: { path: '^server/src/', pathNot: [test, '/testing/', '^server/src/composition/development\\.ts$'] },
      to: { path: '^dev/' },
    },
    {
      name: 'modules-never-deploy-a-chain',
      comment: 'the product meets a chain that exists, by its deployment file; the demo makes one in dev/embedded/chain',
      severity: 'error',
      from: { path: '^server/src/(domains/|chain/[^/]+$)', pathNot: test },
      to: { path: '^server/src/chain/contracts/' },
    },
    { name: 'contract-is-the-base', severity: 'error', from: { path: '^contract/' }, to: { path: '^(server|web)/' } },
    { name: 'web-knows-only-the-contract', severity: 'error', from: { path: '^web/src/' }, to: { path: '^(server|solidity)/' } },
    ...roomRules,
    {
      name: 'every-screen-file-is-in-a-room',
      comment: 'a folder without a route would be shared by its neighbours',
      severity: 'error',
      from: { path: SCREENS, pathNot: ROOMS.map((room) => `^${room}/`) },
      to: { path: SCREENS },
    },
    {
      name: 'only-routes-know-screens',
      severity: 'error',
      from: { path: '^web/src/', pathNot: [SCREENS, String.raw`^web/src/routes\.tsx$`, test] },
      to: { path: SCREENS },
    },
    {
      name: 'ui-stands-on-nothing',
      comment: 'who uses it passes what it shows: ui, then api, then the session, parts, screens',
      severity: 'error',
      from: { path: '^web/src/ui/' },
      to: { path: String.raw`^web/src/(screens|parts|api)/|^web/src/session\.ts$` },
    },
    {
      name: 'calls-know-no-session',
      severity: 'error',
      from: { path: '^web/src/api/' },
      to: { path: String.raw`^web/src/(screens|parts)/|^web/src/session\.ts$` },
    },
    { name: 'the-session-knows-no-parts', severity: 'error', from: { path: '^web/src/session' }, to: { path: '^web/src/parts/' } },
    {
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: '/rules\\.ts$' },
      to: { path: '(store|database)\\.ts$|^server/src/platform/time/clock' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/|generated\\.ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}

function screenFiles() {
  const files = readdirSync(new URL(`${SCREENS_FOLDER}/`, import.meta.url), { recursive: true })
  return files.map((file) => file.replaceAll('\\', '/')).filter((file) => file.endsWith('-screen.tsx'))
}
