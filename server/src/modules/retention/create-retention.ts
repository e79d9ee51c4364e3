import { retention as contract } from '@tunjo/contract/retention'
import { implement } from '../../platform/http/route.ts'
import type { MountedModule, Platform } from '../../platform/module.ts'
import { readRetentionSettings } from './config.ts'
import { forgetPapers, type RetentionContext } from './forget-papers.ts'

const DAY_MS = 86_400_000

export function createRetention(
  { db, clock, files, audit, jobs, env }: Pick<Platform, 'db' | 'clock' | 'files' | 'audit' | 'jobs' | 'env'>,
  { identity }: Pick<RetentionContext, 'identity'>,
): MountedModule {
  const { years } = readRetentionSettings(env)
  jobs.schedule({ name: 'retention.forget_papers', everyMs: DAY_MS, run: () => forgetPapers({ db, clock, files, audit, identity, years }) })
  return { name: 'retention', routes: implement(contract, { show: async () => ({ years }) }) }
}
