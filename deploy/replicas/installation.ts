/** Two machines, each with a web process, its core and a worker, in one database; the first also has the scheduler and the signer. */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type RoleProcess, startRole } from './role-process.ts'

const CORE_TOKEN = 'a token that web and core of this drill share'
/** HAProxy asks every two seconds, and accepts a change after two equal answers. */
export const NOTICED_MS = 5_000
/** The default of production: longer than HAProxy needs. */
const DRAIN_SECONDS = '5'

interface Place {
  readonly dataDir: string
  readonly url: string
  /** Ports of web, core and worker of each machine. */
  readonly ports: readonly number[]
  /** Folder of the logs. */
  readonly logs: string
  readonly say: (sentence: string) => void
}

export class Installation {
  readonly #place: Place
  readonly #running = new Map<string, RoleProcess>()
  #isOver = false
  constructor(place: Place) {
    this.#place = place
  }

  get webPorts(): number[] {
    return [this.#port(0), this.#port(3)]
  }

  /** `program`: folder of a built package. */
  async startAll(program: string): Promise<void> {
    // The worker migrates.
    for (const name of ['worker1', 'core1', 'web1', 'worker2', 'core2', 'web2']) await this.#start(name, program)
  }

  /** As docs/install.md says: a worker first, then machine by machine. */
  async restartAll(program: string): Promise<void> {
    await this.#restart('worker1', program)
    for (const machine of [1, 2]) {
      await this.#stop(`web${machine}`)
      await this.#restart(`core${machine}`, program)
      await this.#start(`web${machine}`, program)
      await delay(NOTICED_MS)
    }
    await this.#restart('worker2', program)
  }

  /** Web processes first, as a machine that is turned off. */
  async stopAll(): Promise<void> {
    for (const role of ['web', 'core', 'worker']) await Promise.all([1, 2].map((machine) => this.#stop(role + machine)))
  }

  /** At once, whatever they do; a restart in progress starts nothing more. */
  killAll(): void {
    this.#isOver = true
    for (const running of this.#running.values()) running.kill()
    this.#running.clear()
  }

  logOf = (name: string): string => join(this.#place.logs, `${name}.log`)

  #port = (place: number): number => this.#place.ports[place] ?? 0

  async #restart(name: string, program: string): Promise<void> {
    await this.#stop(name)
    await this.#start(name, program)
  }

  async #stop(name: string): Promise<void> {
    const begun = performance.now()
    const running = this.#running.get(name)
    await running?.stop()
    this.#running.delete(name)
    this.#place.say(`${name} ended after ${Math.round(performance.now() - begun)} ms`)
  }

  async #start(name: string, program: string): Promise<void> {
    if (this.#isOver) throw new Error(`${name} is not started any more.`)
    const begun = performance.now()
    const starting = startRole({ name, program, log: this.logOf(name), ...this.#roleOf(name) })
    this.#running.set(name, starting)
    await starting.ready
    this.#place.say(`${name} is ready after ${Math.round(performance.now() - begun)} ms`)
  }

  #roleOf(name: string): Pick<Parameters<typeof startRole>[0], 'roles' | 'port' | 'env'> {
    const { dataDir, url } = this.#place
    const shared = { DATA_DIR: dataDir, PUBLIC_URL: url }
    const first = name.endsWith('1') ? 0 : 3
    const [web, core, worker] = [0, 1, 2].map((place) => this.#port(first + place)) as [number, number, number]
    if (name.startsWith('web')) {
      const env = { PUBLIC_URL: url, CORE_TOKEN, CORE_URL: `http://127.0.0.1:${core}`, TRUSTED_PROXIES: '127.0.0.1' }
      return { roles: 'web', port: web, env: { ...env, DRAIN_SECONDS, PORT: String(web) } }
    }
    if (name.startsWith('core')) return { roles: 'core', port: core, env: { ...shared, CORE_TOKEN, DRAIN_SECONDS, PORT: String(core) } }
    // The first has the roles of which one process is enough.
    const roles = name === 'worker1' ? 'worker,scheduler,signer' : 'worker'
    return { roles, port: worker, env: { ...shared, HEALTH_PORT: String(worker) } }
  }
}
