/** `npm run build`: installs what is missing, and builds the package of production in `dist/` (docs/install.md). */
import { join } from 'node:path'
import { prepare, root } from './prepare.mjs'

await prepare({ build: true })
const { register } = await import('tsx/esm/api')
register()
const { buildPackage } = await import('../server/build/build-package.ts')
const target = join(root, 'dist')
await buildPackage({ root, target })
console.log(`Built ${target}: node dist/tunjo.js --help`)
