/** Gauges of undelivered mails. Each has its rules beside it. */
import { sql } from 'kysely'
import type { Platform } from '../../../platform/module.ts'
import { declareMeasures, type Gauges } from '../../../platform/observability/gauges.ts'
import { SEND_MAIL_JOB } from './jobs.ts'

const MEASURES = declareMeasures('mail', {
  waiting: { help: 'Mails that wait to be sent' },
  oldest_age_seconds: {
    help: 'Age of the oldest mail that waits',
    rules: [
      {
        alert: 'MailDelayed',
        when: '> 60',
        for: '1m',
        severity: 'page',
        summary: 'The oldest mail has waited for {{ $value }} s: the mail server is away',
      },
    ],
  },
  refused: {
    help: 'Mails that the mail server refused permanently',
    rules: [{ alert: 'MailRefused', when: '> 0', severity: 'ticket', summary: 'The mail server refused {{ $value }} mails permanently' }],
  },
})

export const mailGauges = ({ db, clock }: Pick<Platform, 'db' | 'clock'>): Gauges => ({
  measures: MEASURES,
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
