/**
 * Programs that tests start as separate processes, bundled to one file each: loading a thousand sources takes three times as long as all
 * that the program does until it is ready. `npm start` reads the sources, and so does the product from which the journeys copy.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { PACKAGES_STAY, sourcesKeepTheirAddress } from '../../server/build/bundle-rules.ts'

const SERVER = fileURLToPath(new URL('../../server', import.meta.url))

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
    plugins: [PACKAGES_STAY, sourcesKeepTheirAddress((path) => JSON.stringify(pathToFileURL(path).href))],
  })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
