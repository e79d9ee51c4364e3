/** Rules of esbuild for programs of the server: which packages are bundled, and how sources keep the paths of the files that they read. */
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

/** Packages of hundreds of modules each, of which a program needs few; no other package shares objects with them. */
export const BUNDLED_PACKAGES = /^(@tunjo|viem|kysely|@cantoo\/pdf-lib|@simplewebauthn)(\/|$)/

export const PACKAGES_STAY: Plugin = {
  name: 'packages stay where they are',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^./]/ }, ({ kind, path, importer }) =>
      kind === 'entry-point' || BUNDLED_PACKAGES.test(path) || importer.includes('/node_modules/') ? undefined : { path, external: true },
    ),
}

/** The embedded parts and the demo are imported in a demo only, and are not in the package. */
export const DEV_STAYS_OUT: Plugin = {
  name: 'dev stays out',
  setup: ({ onResolve }) => onResolve({ filter: /\/dev\/index\.ts$/ }, () => ({ path: './dev/index.ts', external: true })),
}

/**
 * Keeps the paths of files that are read relative to a source.
 * @param addressOf expression in JavaScript for the address of the source
 */
export const sourcesKeepTheirAddress = (addressOf: (path: string) => string): Plugin => ({
  name: 'sources keep their address',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      return { loader: 'ts', contents: text.replaceAll('import.meta.url', addressOf(path)) }
    }),
})
