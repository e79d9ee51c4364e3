import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compress } from './build/compress.ts'
import { fontPreload } from './build/font-preload.ts'
import { themeCss } from './build/theme-css.ts'

/** Where `npm run dev -w web` finds the running product. */
const SERVER = process.env.TUNJO_SERVER ?? 'http://localhost:8080'
const SERVER_PATHS = ['/api', '/payment', '/blockchain', '/pricing', '/kyc', '/virtual-ledger', '/management', '/i18n']

export default defineConfig({
  plugins: [react(), themeCss(), fontPreload(), compress()],
  build: {
    // Hashed files apart from /assets, whose names are stable (token images), so that the server may cache /static for ever.
    assetsDir: 'static',
    assetsInlineLimit: 0,
    // What budgets.test.ts measures.
    manifest: true,
    target: 'es2022',
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The first script in one file: the bundler would cut it wherever some screen uses a part of it, into dozens of requests.
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
      },
    },
  },
  server: { proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, { target: SERVER }])) },
})
