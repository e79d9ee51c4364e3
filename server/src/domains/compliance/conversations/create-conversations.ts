/** Composition of conversations: the calls of customers and officers, and the consumers of events about matters. */

import type { MountedModule, Platform } from '../../../platform/module.ts'
import type { Gauges } from '../../../platform/observability/gauges.ts'
import { createRateLimit } from '../../../platform/rate-limit/rate-limit.ts'
import { appealRoutes } from './appeal-routes.ts'
import type { ConversationsContext, ConversationsDependencies } from './context.ts'
import { customerRoutes } from './customer-routes.ts'
import { conversationFigures } from './figures.ts'
import { followMatters } from './follow-matters.ts'
import { eraseNames } from './message-store.ts'
import { officerRoutes } from './officer-routes.ts'

type Parts = Pick<Platform, 'db' | 'clock' | 'files' | 'audit' | 'outbox'>

export interface Conversations extends MountedModule {
  readonly figures: Gauges
}

export function createConversations(platform: Parts, dependencies: ConversationsDependencies): Conversations {
  const { db, clock, files, audit, outbox } = platform
  const context: ConversationsContext = { db, clock, files, audit, outbox, ...dependencies, rateLimit: createRateLimit({ db, clock }) }
  followMatters(context)
  files.namesAreCopiedBy(eraseNames)
  const routes = [...customerRoutes(context), ...appealRoutes(context), ...officerRoutes(context)]
  return { name: 'conversations', routes, figures: conversationFigures(context) }
}
