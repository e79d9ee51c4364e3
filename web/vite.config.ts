/** Web build: bundles, and the development server with its proxy. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bootScript } from './build/boot-script.ts'
import { CHUNKS } from './build/chunks.ts'
import { compress } from './build/compress.ts'
import { fontPreload } from './build/font-preload.ts'
import { FILE_NAMES, preloaded } from './build/preload.ts'
import { slimContract } from './build/slim-contract.ts'
import { slimMantine } from './build/slim-mantine.ts'
import { slimZod } from './build/slim-zod.ts'
import { themeCss } from './build/theme-css.ts'

/** Running product for `npm run dev -w web`. */
const SERVER = process.env.TUNJO_SERVER ?? 'http://localhost:8080'
const SERVER_PATHS = [
  '/api',
  '/payment',
  '/blockchain',
  '/pricing',
  '/kyc',
  '/virtual-ledger',
  '/reconciliation',
  '/treasury',
  '/management',
  '/i18n',
]

export default defineConfig({
  plugins: [react(), themeCss(), slimZod(), slimMantine(), slimContract(), fontPreload(), bootScript(), compress()],
  build: {
    // Hashed files separate from /assets, whose names are stable (token images), so that the server may cache /static permanently.
    assetsDir: 'static',
    assetsInlineLimit: 0,
    // Input of budgets.test.ts.
    manifest: true,
    target: 'es2022',
    reportCompressedSize: false,
    // A browser without `modulepreload` loads the page nevertheless.
    modulePreload: { polyfill: false, resolveDependencies: preloaded },
    rolldownOptions: {
      output: { ...FILE_NAMES, codeSplitting: { groups: CHUNKS } },
    },
  },
  server: { proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, { target: SERVER }])) },
})
