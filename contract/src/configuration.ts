/**
 * Configuration with effective dates (ADM-13): version in force, scheduled version, history, effects of a change, and its change by two
 * officers. Extension of the specification.
 */
import * as z from 'zod'
import { CONFIGURATION_LIST_MAX, SET_NAMES } from './configuration-catalogue.ts'
import { endpoint } from './endpoint.ts'
import { OfficerReason, REASON_REFUSED } from './officer-reason.ts'
import { VERSION_STATES, VersionDecision, VersionNumbers } from './version-decision.ts'

const time = z.iso.datetime()
const SetName = z.enum(SET_NAMES)
/** Codes by list. */
export const ConfigurationLists = z.record(z.string().max(40), z.array(z.string().max(8)).max(CONFIGURATION_LIST_MAX))

const content = { numbers: VersionNumbers, lists: ConfigurationLists }
export const ConfigurationVersion = z.object({
  version: z.int(),
  ...content,
  from: time,
  state: z.enum(VERSION_STATES),
  /** Null for the first version, which is part of the product. */
  decision: VersionDecision.nullable(),
})
export type ConfigurationVersion = z.output<typeof ConfigurationVersion>

export const ConfigurationSet = z.object({
  set: SetName,
  version: z.int(),
  ...content,
  /** The next version that takes effect. */
  coming: z.object({ version: z.int(), from: time }).nullable(),
  /** True when a change waits for a second officer. */
  changeWaits: z.boolean(),
})
export type ConfigurationSet = z.output<typeof ConfigurationSet>
export const ConfigurationDetail = ConfigurationSet.extend({
  /** Newest first. */
  versions: z.array(ConfigurationVersion),
})
export type ConfigurationDetail = z.output<typeof ConfigurationDetail>

/** Effects of a change at this moment, as far as they can be counted immediately. */
export const EFFECTS = [
  'people_over_limit', 'people_at_limit_now', 'people_up', 'people_down', 'hits_not_reviewed', 'people_to_renew', 'people_not_to_renew', 'checks_expired',
] as const // biome-ignore format: one list
export const ConfigurationEffect = z.object({ what: z.enum(EFFECTS), count: z.int() })
export type ConfigurationEffect = z.output<typeof ConfigurationEffect>

const change = z.object({
  ...content,
  /** Day of Bogotá from whose midnight it applies; null: from the moment of approval. */
  fromDay: z.iso.date().nullable(),
  reason: OfficerReason,
})
export type ConfigurationChange = z.output<typeof change>
const params = z.object({ set: z.string().max(40) })
const read = { method: 'GET', role: 'ROLE_ADMIN', permission: 'settings.read' } as const

export const configuration = {
  sets: endpoint({
    ...read,
    path: '/api/administrative/configuration',
    summary: 'Every set of the configuration: numbers and lists in force, and what comes',
    allowance: 'configuration-read',
    response: z.array(ConfigurationSet),
    errors: ['request.too_many'],
  }),
  set: endpoint({
    ...read,
    path: '/api/administrative/configuration/:set',
    summary: 'One set with its versions: who changed it, when and why',
    allowance: 'configuration-read',
    params,
    response: ConfigurationDetail,
    errors: ['request.not_found', 'request.too_many'],
  }),
  effect: endpoint({
    ...read,
    path: '/api/administrative/configuration/:set/effect',
    summary: 'Effects of other numbers at this moment, as far as they can be counted immediately. Changes nothing',
    allowance: 'configuration-effect',
    params,
    query: z.object({ numbers: z.string().max(4_000).meta({ description: 'JSON of the numbers by name' }) }),
    response: z.array(ConfigurationEffect),
    errors: [
      'request.invalid',
      'request.not_found',
      'request.too_many',
      'configuration.number_out_of_bounds',
      'configuration.numbers_contradict',
    ],
  }),
  changeSet: endpoint({
    method: 'POST',
    path: '/api/administrative/configuration/:set/versions',
    role: 'ROLE_ADMIN',
    permission: 'configuration.change',
    audit: 'configuration.changed',
    approval: 'four-eyes',
    idempotent: true,
    summary: 'Another version of a set: every number and list of it, and from when. Always waits for a second officer',
    stepUp: { binds: ['params.set', 'body.numbers', 'body.lists', 'body.fromDay', 'body.reason'] },
    allowance: 'configuration-change',
    reason: true,
    params,
    body: change,
    response: z.object({ set: SetName, version: z.int(), from: time }),
    errors: [
      'request.invalid',
      'request.not_found',
      'request.too_many',
      'identity.step_up_required',
      'identity.step_up_invalid',
      ...REASON_REFUSED,
      'access.permission_missing',
      'approvals.already_waiting',
      'configuration.number_out_of_bounds',
      'configuration.numbers_contradict',
      'configuration.code_unknown',
      'configuration.code_twice',
      'configuration.date_out_of_bounds',
      'configuration.nothing_changes',
    ],
  }),
}
