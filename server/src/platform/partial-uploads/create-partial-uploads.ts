/**
 * Pieces are stored in the database, sealed with their owner's key: a piece and the progress of the file are committed together, also when
 * the process is killed, and every process finds them.
 */

import type { Database, Transaction } from '../database/database.ts'
import { inTransaction } from '../database/database.ts'
import { newId, sha256 } from '../database/ids.ts'
import type { Files } from '../files/index.ts'
import { refuse, refuseIf } from '../http/refusal.ts'
import { failpoint } from '../process/failpoint.ts'
import type { Clock } from '../time/clock.ts'
import { checkOffset, checkPiece, hasArrived, IDLE_MS, OPEN_MAX, RETENTION_MS } from './rules.ts'
import {
  deleteUnfinished,
  deleteUnfinishedOf,
  deleteUntouched,
  deleteUpload,
  findSame,
  findUpload,
  finishUpload,
  insertPiece,
  insertUpload,
  lockUpload,
  piecesFrom,
  touchUpload,
  unfinishedOf,
} from './store.ts'
import type { PartialUpload, PartialUploads } from './types.ts'

const PIECES_AT_ONCE = 4

interface Parts {
  readonly db: Database
  readonly clock: Clock
  readonly files: Files
}

export function createPartialUploads({ db, clock, files }: Parts): PartialUploads {
  return {
    async begin(tx, upload) {
      const known = await findSame(tx, upload)
      if (known?.bytes === upload.bytes) return known
      if (known) await deleteUpload(tx, known.id)
      await makeRoom(tx, upload.ownerId, clock.now())
      // The row refers to the key.
      await files.sealerOf(upload.ownerId, tx)
      return insertUpload(tx, newId(), upload, clock.now())
    },
    find: (ownerId, id, connection = db) => findUpload(connection, ownerId, id),
    unfinished: (ownerId, connection = db) => unfinishedOf(connection, ownerId),
    add: (ownerId, id, offset, piece) =>
      inTransaction(db, async (tx) => {
        const upload = (await lockUpload(tx, ownerId, id)) ?? refuse('request.not_found')
        const { length } = piece
        refuseIf(checkPiece(upload, { offset, length }))
        if (upload.resultId || hasArrived(upload, { offset, length })) return upload
        refuseIf(checkOffset(upload, { offset, length }))
        const { seal } = await files.sealerOf(ownerId, tx)
        await insertPiece(tx, id, offset, seal(nameOf(id, offset), piece))
        failpoint('partial_uploads.piece_written')
        await touchUpload(tx, id, offset + length, clock.now())
        return { ...upload, received: offset + length }
      }),
    async read(upload) {
      const { id, bytes, received, fingerprint } = upload
      if (received < bytes) refuse('files.upload_offset', { offset: received })
      const content = await readPieces(db, files, upload)
      if (sha256(content) === fingerprint) return content
      return (await deleteUnfinished(db, id)) ? refuse('files.upload_damaged') : null
    },
    finish: (tx, id, resultId) => finishUpload(tx, id, resultId, clock.now()),
    remove: (id, connection = db) => deleteUpload(connection, id),
    removeUnfinished: (tx, ownerId, purpose) => deleteUnfinishedOf(tx, ownerId, purpose),
    sweep: () => deleteUntouched(db, new Date(clock.now().getTime() - RETENTION_MS)),
  }
}

/** Binds a piece to its place, so that none can replace another. */
const nameOf = (id: string, start: number): string => `${id}.${start}`

/** An idle upload makes room for a new one: an owner who abandoned five files can still send a sixth. */
async function makeRoom(tx: Transaction, ownerId: string, now: Date): Promise<void> {
  const open = await unfinishedOf(tx, ownerId)
  if (open.length < OPEN_MAX) return
  const [oldest] = open
  if (!oldest || now.getTime() - oldest.touchedAt.getTime() < IDLE_MS) refuse('files.uploads_open', { maximum: OPEN_MAX })
  await deleteUpload(tx, oldest.id)
}

/** Shorter than announced when pieces were deleted meanwhile: the fingerprint detects it. */
async function readPieces(db: Database, files: Files, { id, ownerId }: PartialUpload): Promise<Buffer> {
  const { open } = await files.sealerOf(ownerId, db)
  const content: Buffer[] = []
  for (let next = 0; ; ) {
    const pieces = await piecesFrom(db, id, next, PIECES_AT_ONCE)
    for (const { start, sealed } of pieces) content.push(open(nameOf(id, start), sealed))
    const last = pieces.at(-1)
    if (!last) return Buffer.concat(content)
    next = last.start + 1
  }
}
