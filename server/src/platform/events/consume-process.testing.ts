/** Consumer in a separate process, for tests that kill it: counts received events in a table, until it is ended. */
import { sql } from 'kysely'
import { createTestPlatform } from '../../../../dev/testing/test-product.ts'
import { openDatabase } from '../database/database.ts'

const platform = createTestPlatform(openDatabase(JSON.parse(process.argv[2] ?? '')))
platform.remove()
platform.outbox.on('trading.trade_updated', 'counter', async (_, eventId) => {
  await sql`INSERT INTO public.heard (event_id) VALUES (${eventId})`.execute(platform.db)
})
platform.jobs.start()
process.stdout.write('started\n')
