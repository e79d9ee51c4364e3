/** Platform of a process: the services that every module gets, and its periodic work. */
import { join } from 'node:path'
import { createAudit, readAuditKeys, scheduleSealing } from '../platform/audit/index.ts'
import { createOutbox } from '../platform/events/outbox.ts'
import { createFiles, createFreeSpace, localFolder, scheduleFileHousekeeping } from '../platform/files/index.ts'
import { scheduleHousekeeping } from '../platform/jobs/housekeeping.ts'
import { createJobs } from '../platform/jobs/jobs.ts'
import { createMailer } from '../platform/mail/mail.ts'
import type { Platform } from '../platform/module.ts'
import { scheduleTryCleanup } from '../platform/rate-limit/rate-limit.ts'
import { openSecrets } from '../platform/secrets/secrets.ts'
import { createUnitOfWork } from '../platform/unit-of-work/index.ts'
import { createUploads } from '../platform/uploads/index.ts'

/** `units`: left out, on the connections of `db`, for commands that run few use cases. */
type Given = Pick<Platform, 'settings' | 'env' | 'log' | 'db' | 'clock'> & Partial<Pick<Platform, 'units'>>

export function createPlatform({ settings, env, log, db, clock, ...given }: Given): Platform {
  const jobs = createJobs({ db, clock, log })
  const outbox = createOutbox({ db, clock, log, jobs })
  const secrets = openSecrets(settings, env)
  const backend = localFolder(join(settings.dataDir, 'files'))
  const audit = createAudit({ clock, secrets })
  const files = createFiles({ db, clock, secrets, backend, freeSpace: createFreeSpace(settings) })
  const uploads = createUploads({ env, log })
  const units = given.units ?? createUnitOfWork({ db, clock, log })
  const platform = { settings, env, db, clock, log, jobs, outbox, audit, mail: createMailer(settings), files, secrets, uploads, units }
  jobs.schedule(scheduleTryCleanup(platform))
  scheduleHousekeeping(platform)
  scheduleSealing({ ...platform, keys: readAuditKeys(secrets, env) })
  scheduleFileHousekeeping({ db, jobs, backend })
  return platform
}
