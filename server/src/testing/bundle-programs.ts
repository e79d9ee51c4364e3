/**
 * Programs that tests start as separate processes, bundled to one file each: loading a thousand sources takes three times as long as all
 * that the program does until it is ready. `npm start` reads the sources, and so does the product from which the journeys copy.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

const SERVER = fileURLToPath(new URL('../..', import.meta.url))

/** Path of the bundle of a source; null for one that was not bundled. */
export const bundleOf = (folder: string, source: string): string | null => {
  const file = join(folder, `${relative(SERVER, source).replace(/\.ts$/, '')}.mjs`)
  return existsSync(file) ? file : null
}

/** A folder with the programs; below `node_modules`, where packages are found. */
export async function bundlePrograms(sources: readonly string[]): Promise<{ folder: string; remove(): void }> {
  const packages = join(SERVER, 'node_modules')
  mkdirSync(packages, { recursive: true })
  const folder = mkdtempSync(join(packages, '.test-programs-'))
  await build({
    entryPoints: [...sources],
    outbase: SERVER,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // Shared code is written once.
    splitting: true,
    keepNames: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    plugins: [PACKAGES_STAY, SOURCES_KNOW_THEIR_PLACE],
  })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Packages of hundreds of modules each, of which a program needs few; no other package shares objects with them. */
const WITHIN = /^(@tunjo|viem|kysely|pdf-lib|@simplewebauthn)(\/|$)/

const PACKAGES_STAY: Plugin = {
  name: 'packages stay where they are',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^./]/ }, ({ kind, path, importer }) =>
      kind === 'entry-point' || WITHIN.test(path) || importer.includes('/node_modules/') ? undefined : { path, external: true },
    ),
}

/** Keeps the paths of files that are read relative to a source. */
const SOURCES_KNOW_THEIR_PLACE: Plugin = {
  name: 'sources know their place',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      return { loader: 'ts', contents: text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)) }
    }),
}
