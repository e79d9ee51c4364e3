/** Lanes: handlers that wait for the same outside party share a few places, and leave those of others free. */
import type { ProcessRole } from '../config.ts'
import type { FreeLane } from './job-store.ts'
import type { JobHandler } from './types.ts'

/** At once, in each lane. */
const PARALLEL = 8

export function createLanes(handlers: ReadonlyMap<string, JobHandler>) {
  const running = new Map<string, number>()
  const laneOf = (name: string): string => handlers.get(name)?.lane ?? ''
  const change = (name: string, by: 1 | -1) => void running.set(laneOf(name), (running.get(laneOf(name)) ?? 0) + by)

  return {
    enter: (name: string) => change(name, 1),
    leave: (name: string) => change(name, -1),
    /** For the handlers of these roles. */
    free(roles: ReadonlySet<ProcessRole>): FreeLane[] {
      const lanes = new Map<string, string[]>()
      for (const { name, lane = '', role = 'worker' } of handlers.values())
        if (roles.has(role)) lanes.set(lane, [...(lanes.get(lane) ?? []), name])
      const free = [...lanes].map(([lane, names]) => ({ names, places: PARALLEL - (running.get(lane) ?? 0) }))
      return free.filter(({ places }) => places > 0)
    },
  }
}
