/**
 * Command `npm run demo:reset`: removes what the demo keeps in DATA_DIR, so that the next `npm start` makes it anew. Refuses while the product
 * runs there, outside the demo profile, where the database is somewhere else, and for a folder that is not the demo's. Ends with 1 when it refuses.
 */
import { ResetRefused, resetDemo } from './demo/reset.ts'
import { readPlatformSettings } from './platform/config.ts'
import { FolderInUse } from './platform/embedded/folder-owner.ts'
import { SettingsInvalid } from './platform/settings.ts'

try {
  const settings = readPlatformSettings(process.env, [])
  const removed = await resetDemo(settings)
  console.log(removed ? `The demo in ${settings.dataDir} is gone. npm start makes a new one.` : 'There is no demo to remove.')
} catch (error) {
  if (!(error instanceof ResetRefused || error instanceof FolderInUse || error instanceof SettingsInvalid)) throw error
  console.error(error.message)
  process.exitCode = 1
}
