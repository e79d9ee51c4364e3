/** Writes docs/MAP.md and docs/states.md: `npm run map`, after a screen, a call, a module or a state was added or moved. */
import { writeFileSync } from 'node:fs'
import { MAP_FILE, mapPage } from './map/page.ts'
import { STATES_FILE, statesPage } from './map/states.ts'

writeFileSync(MAP_FILE, await mapPage())
writeFileSync(STATES_FILE, await statesPage())
