/** Lanes (bulkheads): handlers that wait for the same outside party share a few places, and leave those of others free. */
import type { ProcessRole } from '../process/process-roles.ts'
import type { FreeLane } from './job-store.ts'
import type { JobHandler } from './types.ts'

/** Default of concurrent jobs in a lane, unless its handlers ask for fewer. */
const PARALLEL = 8

export function createLanes(handlers: ReadonlyMap<string, JobHandler>) {
  const running = new Map<string, number>()
  const laneOf = (name: string): string => handlers.get(name)?.lane ?? ''
  const change = (name: string, by: 1 | -1) => void running.set(laneOf(name), (running.get(laneOf(name)) ?? 0) + by)

  return {
    enter: (name: string) => change(name, 1),
    leave: (name: string) => change(name, -1),
    /** Free places for the handlers of these roles. */
    free(roles: ReadonlySet<ProcessRole>): FreeLane[] {
      const lanes = new Map<string, FreeLane>()
      for (const { name, lane = '', role = 'worker', places = PARALLEL } of handlers.values()) {
        const { names, places: most } = lanes.get(lane) ?? { names: [], places: PARALLEL }
        if (roles.has(role)) lanes.set(lane, { names: [...names, name], places: Math.min(places, most) })
      }
      const free = [...lanes].map(([lane, { names, places }]) => ({ names, places: places - (running.get(lane) ?? 0) }))
      return free.filter(({ places }) => places > 0)
    },
  }
}
