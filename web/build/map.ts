/**
 * Write docs/MAP.md, docs/states.md, docs/events.md, docs/settings.md, docs/metrics.md, deploy/monitoring, the histories of the views, and the columns "done in" and
 * "tested in" of docs/requirements.md and docs/security.md: `npm run map`, after a screen, a call, a module, a state, an event, a setting, a
 * measure or a cited id was added or moved.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { EVENTS_FILE, eventsPage } from './map/events.ts'
import { MAP_FILE, mapPage } from './map/page.ts'
import { citingSources, fillReferences, REFERENCE_PAGES } from './map/references.ts'
import { STATES_FILE, statesPage } from './map/states.ts'

// The server and its types are not part of the browser's build: only the text of the page is imported.
const { SETTINGS_FILE, settingsPage }: { SETTINGS_FILE: string; settingsPage: () => string } = await import(
  String(new URL('../../server/build/settings-page.ts', import.meta.url))
)
const { monitoringFiles }: { monitoringFiles: () => ReadonlyMap<string, string> } = await import(
  String(new URL('../../server/build/alert-files.ts', import.meta.url))
)
const { viewHistories }: { viewHistories: () => Promise<ReadonlyMap<string, string>> } = await import(
  String(new URL('../../server/build/view-histories.ts', import.meta.url))
)

writeFileSync(MAP_FILE, await mapPage())
writeFileSync(EVENTS_FILE, eventsPage())
writeFileSync(STATES_FILE, await statesPage())
writeFileSync(SETTINGS_FILE, settingsPage())
for (const [file, text] of monitoringFiles()) writeFileSync(file, text)
for (const [file, text] of await viewHistories()) writeFileSync(file, text)
const sources = citingSources()
for (const page of REFERENCE_PAGES) writeFileSync(page, fillReferences(readFileSync(page, 'utf8'), sources))
