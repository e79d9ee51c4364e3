/** Composition of exports: modules register their lists, officers request exports, a job writes them, a schedule purges them. */

import { CSV_ROWS_MAX } from '@tunjo/contract/csv-rows'
import * as z from 'zod'
import type { MountedModule, Platform } from '../module.ts'
import { declareSettings, readSettings } from '../process/settings.ts'
import type { ExportsContext, RegisteredKind } from './context.ts'
import { exportJob } from './export-job.ts'
import { exportRoutes } from './routes.ts'
import { EXPORT_KEPT_MS } from './rules.ts'
import { deleteExpiredExports } from './store.ts'
import type { Exports } from './types.ts'

/** A list with more rows is written in the background. */
const settings = declareSettings({
  /** A list with more rows is written in the background, from one snapshot. */
  EXPORT_ROWS_AT_ONCE: z.coerce.number().int().min(1).max(CSV_ROWS_MAX).default(CSV_ROWS_MAX),
})

const HOUR_MS = 3_600_000

export function createExports({
  db,
  clock,
  files,
  audit,
  jobs,
  env,
}: Pick<Platform, 'db' | 'clock' | 'files' | 'audit' | 'jobs' | 'env'>): Exports & MountedModule {
  const kinds = new Map<string, RegisteredKind>()
  const rowsAtOnce = readSettings(settings, env).EXPORT_ROWS_AT_ONCE
  const context: ExportsContext = { db, clock, files, audit, jobs, kinds, rowsAtOnce }
  jobs.handle(exportJob(context))
  jobs.schedule({
    name: 'platform.forget_exports',
    everyMs: HOUR_MS,
    run: () => deleteExpiredExports(db, new Date(clock.now().getTime() - EXPORT_KEPT_MS)),
  })
  return {
    name: 'exports',
    routes: exportRoutes(context),
    register({ report, fileName, filter: schema, sheet, recorded }) {
      if (kinds.has(report)) throw new Error(`the list ${report} is registered twice`)
      kinds.set(report, {
        fileName,
        recorded: async (filter, accountId) => recorded(schema.parse(filter), accountId),
        sheet: async (filter, asking) => sheet(schema.parse(filter), asking),
      })
    },
  }
}
