/**
 * `GET /files/:id`. Public, since pictures on a page and new tabs send no token: the signature names the viewer, and the session it was
 * issued to must still be live, so that signing out or losing a role also ends the links. The token of another account is refused.
 */
import { platformFiles } from '@tunjo/contract/files'
import type { Audit, AuditRecord } from '../audit/index.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { refuse } from '../http/refusal.ts'
import { type HttpContext, implement, type Route } from '../http/route.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { Clock } from '../time/clock.ts'
import { insertView } from './file-store.ts'
import { checkLink } from './link.ts'
import type { Files, StoredFile } from './types.ts'

/** Whether this session of this account may still act, now. The composition root asks `identity`. */
export type IsSessionLive = (accountId: string, sessionId: string) => Promise<boolean>

interface Parts {
  readonly db: Database
  readonly clock: Clock
  readonly files: Files
  readonly secrets: Secrets
  readonly audit: Audit
}

export function fileRoutes({ db, clock, files, secrets, audit }: Parts, isSessionLive: IsSessionLive): Route[] {
  return implement(platformFiles, {
    async showFile({ params: { id }, query, caller, http }) {
      const verdict = checkLink(secrets, id, query, clock.now())
      if (verdict === 'forged' || (caller && caller.accountId !== query.viewer)) refuse('files.not_found')
      if (verdict === 'expired') refuse('files.link_expired')
      if (!(await isSessionLive(query.viewer, query.session))) refuse('files.not_found')
      const file = await files.find(id)
      const content = file && (await files.read(id))
      if (!file || !content) refuse('files.not_found')
      // Recorded before a byte is sent: no view without its row.
      await inTransaction(db, async (tx) => {
        await insertView(tx, newId(), { fileId: id, viewerId: query.viewer, ip: http.ip, at: clock.now() })
        if (file.ownerId !== query.viewer) await audit.record(tx, viewOf(file, query, http))
      })
      return { content, mediaType: file.mediaType, name: `${id}.${EXTENSION[file.kind]}`, disposition: DISPOSITION[file.kind] }
    },
  })
}

/** Customers may view their own files without a record; a view by another account is recorded permanently. */
const viewOf = (
  { id, ownerId, purpose }: StoredFile,
  { viewer, session }: { viewer: string; session: string },
  { requestId }: HttpContext,
): AuditRecord => ({
  actor: { kind: 'person', accountId: viewer, sessionId: session, requestId },
  action: 'files.viewed',
  object: { type: 'file', id },
  after: { ownerId, purpose },
})

const EXTENSION = { image: 'jpg', pdf: 'pdf' } as const
/** A document is downloaded, not opened: viewers of PDF do not run inside the sandbox that the answer asks for. */
const DISPOSITION = { image: 'inline', pdf: 'attachment' } as const
