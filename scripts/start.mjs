/** `npm start`: installs what is missing, builds the browser application when its sources changed, runs the product. */
import { prepare } from './prepare.mjs'

await prepare({ build: true })
// A demo with months behind it (docs/demo.md).
process.env.DEMO_HISTORY ??= 'true'
const { register } = await import('tsx/esm/api')
register()
await import('../server/src/main.ts')
