/** Identity of money calls (SEC-45): `Idempotency-Key`, or a guard against a twin within a minute without one. */
import type { Endpoint } from '@tunjo/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database.ts'
import { idOf, newId, sha256 } from '../../ids.ts'
import { Refused, refuse } from '../../refusal.ts'
import type { Operation } from '../route.ts'

const KEY = /^[A-Za-z0-9-]{8,64}$/
const TWIN_WINDOW_MS = 60_000

export function operationOf(endpoint: Endpoint, request: FastifyRequest): Operation {
  const key = request.headers['idempotency-key']
  const call = `${endpoint.method} ${endpoint.path}`
  const hash = sha256(`${call}\n${JSON.stringify(request.params)}\n${request.rawBody}`)
  if (key === undefined) return { id: newId(), hash, isKeyless: true }
  if (typeof key !== 'string' || !KEY.test(key)) refuse('request.idempotency_key_invalid')
  return { id: idOf('operation', request.caller?.accountId ?? '', call, key), hash, isKeyless: false }
}

export interface DuplicateGuard {
  /**
   * Refuses when the same account sent the same call in the last minute. A call that was refused may be repeated at once; one that
   * broke may not, since nobody knows whether its money moved: the connection can be lost after the commit.
   */
  once<T>(accountId: string, fingerprint: string, work: () => Promise<T>): Promise<T>
}

export function createDuplicateGuard({ db, clock }: { db: Database; clock: Clock }): DuplicateGuard {
  return {
    async once(accountId, fingerprint, work) {
      const now = clock.now()
      const earliest = new Date(now.getTime() - TWIN_WINDOW_MS)
      const entered =
        await sql`INSERT INTO platform.recent_request (account_id, fingerprint, at) VALUES (${accountId}, ${fingerprint}, ${now})
        ON CONFLICT (account_id, fingerprint) DO UPDATE SET at = EXCLUDED.at WHERE platform.recent_request.at < ${earliest} RETURNING 1`.execute(
          db,
        )
      if (entered.rows.length === 0) refuse('request.duplicate')
      try {
        return await work()
      } catch (error) {
        if (error instanceof Refused)
          await sql`DELETE FROM platform.recent_request WHERE account_id = ${accountId} AND fingerprint = ${fingerprint}`.execute(db)
        throw error
      }
    },
  }
}
