/** Writes docs/MAP.md: `npm run map`, after a screen, a call or a module was added or moved. */
import { writeFileSync } from 'node:fs'
import { MAP_FILE, mapPage } from './map/page.ts'

writeFileSync(MAP_FILE, await mapPage())
