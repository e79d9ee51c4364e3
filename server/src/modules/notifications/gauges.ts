/** Gauges of undelivered mails. docs/operations.md has their alarms. */
import { sql } from 'kysely'
import type { Gauges } from '../../platform/gauges.ts'
import type { Platform } from '../../platform/module.ts'
import { SEND_MAIL_JOB } from './jobs.ts'

export const mailGauges = ({ db, clock }: Pick<Platform, 'db' | 'clock'>): Gauges => ({
  name: 'mail',
  help: 'Mails that wait to be sent, and those that the mail server refused for good',
  async read() {
    const found = await sql<Record<string, number>>`SELECT
        count(*) FILTER (WHERE job.dead_at IS NULL)::integer AS waiting,
        coalesce(extract(epoch FROM ${clock.now()}::timestamptz - min(mail.requested_at) FILTER (WHERE job.dead_at IS NULL)), 0)::float8 AS oldest_age_seconds,
        count(*) FILTER (WHERE job.dead_at IS NOT NULL)::integer AS refused
      FROM platform.job JOIN notifications.mail ON mail.id = job.key::uuid
      WHERE job.name = ${SEND_MAIL_JOB} AND job.done_at IS NULL`.execute(db)
    return found.rows[0] ?? {}
  },
})
