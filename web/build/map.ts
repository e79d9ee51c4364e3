/**
 * Writes docs/MAP.md, and the columns "done in" and "tested in" of docs/requirements.md and docs/security.md: `npm run map`, after a
 * screen, a call, a module or a cited id was added or moved.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { MAP_FILE, mapPage } from './map/page.ts'
import { citingSources, fillReferences, REFERENCE_PAGES } from './map/references.ts'

writeFileSync(MAP_FILE, await mapPage())
const sources = citingSources()
for (const page of REFERENCE_PAGES) writeFileSync(page, fillReferences(readFileSync(page, 'utf8'), sources))
