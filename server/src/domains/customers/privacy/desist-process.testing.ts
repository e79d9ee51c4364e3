/** One run over uncompleted requests, in a separate process, for tests that kill it. */

import { createTestPlatform } from '../../../../../dev/testing/test-product.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { createNotifications } from '../../reference/notifications/index.ts'
import { createPrivacy } from './index.ts'

const [connection = '', offsetMs = ''] = process.argv.slice(2)
const platform = createTestPlatform(openDatabase(JSON.parse(connection)))
platform.clock.advance(Number(offsetMs))
const person = async (id: string) => ({ id, email: `${id}@correo.example`, isActive: true, createdAt: new Date(0), state: 2 as const })
const privacy = createPrivacy(platform, { identity: { person }, notifications: createNotifications(platform) })
await privacy.desistOverdue()
platform.remove()
process.stdout.write('done\n')
process.exit(0)
