/**
 * Build of the package that production runs: the server bundled to JavaScript with source maps, the browser application, the files that both
 * read, the packages, and the list of what is inside (SBOM). It needs Node alone; nothing is compiled or downloaded at its start.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { uniswapFiles } from '../src/chain/contracts/uniswap-deployment.ts'
import { threadProgram } from '../src/platform/jobs/thread-program.ts'
import { BUNDLED_PACKAGES, DEV_STAYS_OUT, PACKAGES_STAY, sourcesKeepTheirAddress } from './bundle-rules.ts'
import { copyDocuments } from './copy-documents.ts'
import { copyPackages } from './copy-packages.ts'
import { readSbom } from './sbom.ts'

export interface BuildGiven {
  readonly root: string
  /** Is removed first. */
  readonly target: string
  /** Links to the installed packages instead of copies: for tests. */
  readonly withLinks?: boolean
}

/** The coloured log of the demo, and the bundler, whose work is done here. */
const OF_DEMO = /^(pino-pretty|esbuild)$/
/** Thousands of files, of which `deploy-chain` reads the bytecode of five contracts. */
const CONTRACTS = /^@uniswap\//
/** The workspaces are the product itself, and of TypeScript only types are read. */
const NOT_LISTED = /^@tunjo\/|^typescript$/

export async function buildPackage({ root, target, withLinks = false }: BuildGiven): Promise<void> {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  await bundleServer(root, target)
  await bundleThreads(root, target)
  copyReadFiles(root, target)
  copyDocuments(root, target)
  const isLeftOut = (name: string) => OF_DEMO.test(name) || CONTRACTS.test(name) || BUNDLED_PACKAGES.test(name)
  copyPackages({ root, target, workspaces: ['server', 'contract'], isLeftOut, withLinks })
  copyContracts(root, target)
  writeManifest(root, target)
  const isNotListed = (name: string) => OF_DEMO.test(name) || NOT_LISTED.test(name)
  writeFileSync(join(target, 'sbom.cdx.json'), readSbom({ root, workspaces: ['contract', 'server', 'web'], isLeftOut: isNotListed }))
}

async function bundleServer(root: string, target: string): Promise<void> {
  // All files of the program are in one folder, so that one relative path leads from each to the files that sources read.
  const addressOf = (path: string) => `new URL(${JSON.stringify(`../${relative(root, path)}`)}, import.meta.url).href`
  await build({
    entryPoints: { tunjo: join(root, 'server/src/packaged.ts') },
    outdir: join(target, 'program'),
    bundle: true,
    splitting: true,
    keepNames: true,
    sourcemap: true,
    sourcesContent: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    plugins: [DEV_STAYS_OUT, PACKAGES_STAY, sourcesKeepTheirAddress(addressOf)],
  })
  keepMapsInside(root, join(target, 'program'))
  writeFileSync(join(target, 'tunjo.js'), "#!/usr/bin/env node\nprocess.setSourceMapsEnabled(true)\nawait import('./program/tunjo.js')\n", {
    mode: 0o755,
  })
}

/** Sources as paths of the package: the folder in which it was built does not exist on the machine of an operator. */
function keepMapsInside(root: string, program: string): void {
  for (const file of filesBelow(program).filter((path) => path.endsWith('.map'))) {
    const map = JSON.parse(readFileSync(file, 'utf8'))
    const sources = map.sources.map((source: string) => `../${relative(root, resolve(program, source)).replaceAll('\\', '/')}`)
    writeFileSync(file, JSON.stringify({ ...map, sources }))
  }
}

/** Bytecode of the contracts that `deploy-chain` deploys, with the licences of their packages, where their packages would have them. */
function copyContracts(root: string, target: string): void {
  for (const path of uniswapFiles()) cpSync(join(root, 'node_modules', path), join(target, 'node_modules', path))
}

/** Programs of worker threads, in the place where `threadProgram` looks for them. */
async function bundleThreads(root: string, target: string): Promise<void> {
  const sources = filesBelow(join(root, 'server/src')).filter((file) => file.endsWith('-worker.ts'))
  for (const source of sources) {
    const file = join(target, relative(root, source).replace(/\.ts$/, '.cjs'))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, await threadProgram(new URL(`file://${source}`)))
  }
}

/** Files that sources read beside themselves: migrations, views, texts, seeds, layouts, pictures, phrases, and the built browser application. */
function copyReadFiles(root: string, target: string): void {
  const ofServer = filesBelow(join(root, 'server/src')).filter((file) => !/\.(ts|mjs)$|\/testing\//.test(file))
  const phrases = filesBelow(join(root, 'web/src/i18n')).filter((file) => file.endsWith('.json'))
  const views = filesBelow(join(root, 'server/views'))
  for (const file of [...ofServer, ...views, ...phrases]) cpSync(file, join(target, relative(root, file)))
  cpSync(join(root, 'web/dist'), join(target, 'web/dist'), { recursive: true })
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'))
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function writeManifest(root: string, target: string): void {
  const { name, version, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const manifest = { name, version, private: true, license, type: 'module', engines, bin: { tunjo: 'tunjo.js' } }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
