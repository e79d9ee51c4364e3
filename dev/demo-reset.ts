/**
 * `tunjo demo reset`: delete the demo's data in DATA_DIR, so that the next `npm start` creates it anew. Refuses while the product runs
 * there, outside the demo profile, with an external database, and for a folder that is not the demo's.
 */

import { readOperatorSettings } from '../server/src/platform/process/config.ts'
import type { Environment } from '../server/src/platform/process/settings.ts'
import { resetDemo } from './demo/reset.ts'

export async function demoResetCommand(env: Environment): Promise<number> {
  const settings = readOperatorSettings(env)
  const removed = await resetDemo(settings)
  console.log(removed ? `The demo in ${settings.dataDir} is gone. npm start makes a new one.` : 'There is no demo to remove.')
  return 0
}
