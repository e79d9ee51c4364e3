/** Process that stores one file, to be killed in the middle. */
import { randomBytes } from 'node:crypto'
import { inTransaction, openDatabase } from '../database/database.ts'
import { createSecrets } from '../secrets/secrets.ts'
import { systemClock } from '../time/clock.ts'
import { createFiles, localFolder } from './index.ts'

const [connection = '', folder = '', ownerId = '', end = ''] = process.argv.slice(2)
const { db } = openDatabase(JSON.parse(connection))
const files = createFiles({ db, clock: systemClock, secrets: createSecrets(Buffer.alloc(32, 7)), backend: localFolder(folder) })
const content = randomBytes(1_000_000)
const { id } = await files.store({
  ownerId,
  purpose: 'test.paper',
  kind: 'pdf',
  mediaType: 'application/pdf',
  originalName: 'a.pdf',
  content,
})
process.stdout.write(`${id}\n`)
if (end === 'remove') await inTransaction(db, (tx) => files.remove(id, tx))
