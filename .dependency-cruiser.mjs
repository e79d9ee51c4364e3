import { ARROWS, OPEN_TO_ALL } from './scripts/module-arrows.mjs'

const MODULES = 'server/src/modules'
const test = String.raw`(\.test|\btesting)\.tsx?$`

/** A module imports only the modules its arrows name, and of them only `index.ts`. */
const moduleRules = Object.entries(ARROWS).flatMap(([name, targets]) => {
  const allowed = [name, ...targets, ...OPEN_TO_ALL].join('|')
  return [
    {
      name: `${name}-arrows`,
      comment: `${name} may import: ${[...targets, ...OPEN_TO_ALL].join(', ')}`,
      severity: 'error',
      from: { path: `^${MODULES}/${name}/`, pathNot: test },
      to: { path: `^${MODULES}/`, pathNot: `^${MODULES}/(${allowed})/` },
    },
    {
      name: `${name}-only-index`,
      comment: `others import ${name} through its index.ts`,
      severity: 'error',
      from: { path: '^server/src/', pathNot: [`^${MODULES}/${name}/`, test] },
      to: { path: `^${MODULES}/${name}/`, pathNot: `^${MODULES}/${name}/index\\.ts$` },
    },
  ]
})

export default {
  forbidden: [
    ...moduleRules,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    {
      name: 'platform-stands-on-nothing',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: test },
      to: { path: '^server/src/(modules|demo|sandbox|chain)/' },
    },
    {
      name: 'sandbox-shares-nothing-with-the-product',
      comment: 'a bug in an adapter must not cancel out in its sandbox',
      severity: 'error',
      from: { path: '^server/src/sandbox/', pathNot: test },
      to: { path: '^server/src/modules/' },
    },
    {
      name: 'product-does-not-know-the-sandbox',
      severity: 'error',
      from: { path: '^server/src/modules/', pathNot: test },
      to: { path: '^server/src/(sandbox|demo)/' },
    },
    { name: 'contract-is-the-base', severity: 'error', from: { path: '^contract/' }, to: { path: '^(server|web)/' } },
    { name: 'web-knows-only-the-contract', severity: 'error', from: { path: '^web/src/' }, to: { path: '^(server|solidity)/' } },
    {
      name: 'screens-never-import-screens',
      severity: 'error',
      from: { path: '^web/src/screens/([^/]+)/' },
      to: { path: '^web/src/screens/', pathNot: '^web/src/screens/$1/' },
    },
    { name: 'ui-stands-on-nothing', severity: 'error', from: { path: '^web/src/ui/' }, to: { path: '^web/src/(screens|parts)/' } },
    {
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: '/rules\\.ts$' },
      to: { path: '(store|database)\\.ts$|^server/src/platform/clock' },
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
