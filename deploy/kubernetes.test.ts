/** Manifests for Kubernetes: their structure, and the settings and secrets that they share with the files for Docker Compose. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { management } from '@tunjo/contract/management'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import * as z from 'zod'
import { PROCESS_ROLES, type ProcessRole } from '../server/src/platform/process/process-roles.ts'
import { keyFaults } from '../server/src/platform/secrets/role-keys.ts'

const FOLDER = join(import.meta.dirname, 'kubernetes')
const PORTS: Record<ProcessRole, number> = { web: 8080, core: 8090, worker: 8081, scheduler: 8082, signer: 8083 }
const LABELS = (role: ProcessRole | 'backup') => ({ 'app.kubernetes.io/part-of': 'tunjo', 'app.kubernetes.io/component': role })

const manifestsOf = (file: string): unknown[] =>
  parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8')).map((document) => {
    expect(document.errors).toEqual([])
    return document.toJS()
  })
const all = readdirSync(FOLDER).flatMap((file) => manifestsOf(file) as { kind: string; apiVersion: string; metadata: { name: string } }[])

const probe = (path: string) =>
  z.strictObject({
    httpGet: z.strictObject({ path: z.literal(path), port: z.literal('http') }),
    periodSeconds: z.int().min(1),
    timeoutSeconds: z.int().min(1).optional(),
    failureThreshold: z.int().min(1).optional(),
  })
/** The part of a Deployment that the manifests use. Strict: a misspelled field of Kubernetes is refused, not ignored. */
const Container = z.strictObject({
  name: z.string(),
  image: z.string(),
  args: z.array(z.string()),
  envFrom: z.array(z.strictObject({ configMapRef: z.strictObject({ name: z.string() }) })),
  env: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  ports: z.array(z.strictObject({ name: z.literal('http'), containerPort: z.int() })).length(1),
  startupProbe: probe(management.live.path),
  livenessProbe: probe(management.live.path),
  readinessProbe: probe(management.ready.path),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  resources: z.strictObject({
    requests: z.strictObject({ cpu: z.string(), memory: z.string() }),
    limits: z.strictObject({ memory: z.string() }),
  }),
  volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().optional() })),
})
const PodSecurity = z.strictObject({
  runAsNonRoot: z.literal(true),
  runAsUser: z.literal(10001),
  runAsGroup: z.literal(10001),
  fsGroup: z.literal(10001),
  seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
})
const Volume = z.union([
  z.strictObject({ name: z.string(), emptyDir: z.strictObject({}) }),
  z.strictObject({ name: z.string(), secret: z.strictObject({ secretName: z.string(), defaultMode: z.literal(0o440) }) }),
  z.strictObject({ name: z.string(), configMap: z.strictObject({ name: z.string() }) }),
  z.strictObject({ name: z.string(), persistentVolumeClaim: z.strictObject({ claimName: z.string() }) }),
])
const Deployment = z.strictObject({
  apiVersion: z.literal('apps/v1'),
  kind: z.literal('Deployment'),
  metadata: z.strictObject({ name: z.string(), labels: z.record(z.string(), z.string()) }),
  spec: z.strictObject({
    replicas: z.int().min(1),
    strategy: z.strictObject({ type: z.literal('Recreate') }).optional(),
    selector: z.strictObject({ matchLabels: z.record(z.string(), z.string()) }),
    template: z.strictObject({
      metadata: z.strictObject({ labels: z.record(z.string(), z.string()) }),
      spec: z.strictObject({
        automountServiceAccountToken: z.literal(false),
        enableServiceLinks: z.literal(false),
        terminationGracePeriodSeconds: z.literal(30),
        securityContext: PodSecurity,
        containers: z.array(Container).length(1),
        volumes: z.array(Volume),
      }),
    }),
  }),
})
/** As strict, for the backup each night. */
const CronJob = z.strictObject({
  apiVersion: z.literal('batch/v1'),
  kind: z.literal('CronJob'),
  metadata: z.strictObject({ name: z.literal('tunjo-backup'), labels: z.record(z.string(), z.string()) }),
  spec: z.strictObject({
    schedule: z.literal('0 3 * * *'),
    timeZone: z.literal('America/Bogota'),
    concurrencyPolicy: z.literal('Forbid'),
    startingDeadlineSeconds: z.int().min(100),
    successfulJobsHistoryLimit: z.int().min(1),
    failedJobsHistoryLimit: z.int().min(1),
    jobTemplate: z.strictObject({
      spec: z.strictObject({
        backoffLimit: z.int().min(1),
        template: z.strictObject({
          metadata: z.strictObject({ labels: z.record(z.string(), z.string()) }),
          spec: z.strictObject({
            restartPolicy: z.literal('Never'),
            automountServiceAccountToken: z.literal(false),
            enableServiceLinks: z.literal(false),
            securityContext: PodSecurity.extend({ fsGroupChangePolicy: z.literal('OnRootMismatch') }),
            containers: z.array(Container.omit({ ports: true, startupProbe: true, livenessProbe: true, readinessProbe: true })).length(1),
            volumes: z.array(Volume),
          }),
        }),
      }),
    }),
  }),
})

const environmentFile = (role: ProcessRole): Record<string, string> =>
  Object.fromEntries(
    readFileSync(join(import.meta.dirname, `env/${role}.env`), 'utf8')
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
const compose = parse(readFileSync(join(import.meta.dirname, 'compose.yaml'), 'utf8'), { merge: true }) as {
  services: Record<ProcessRole | 'backup', { environment: Record<string, string> }>
}
/** Settings whose value is a file below /run/secrets. */
const secretsOf = (given: Record<string, string>) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value.startsWith('/run/')))

describe.each(PROCESS_ROLES)('the Deployment of the role %s', (role) => {
  const { spec } = Deployment.parse(manifestsOf(`${role}.yaml`)[0])
  const { template } = spec
  const [container] = template.spec.containers
  const env = Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value]))

  it('selects its own pods and starts this role alone, on the port of its probes', () => {
    expect([spec.selector.matchLabels, template.metadata.labels]).toEqual([LABELS(role), LABELS(role)])
    expect([container?.args, container?.ports[0]?.containerPort]).toEqual([[`--roles=${role}`], PORTS[role]])
    const settings = { ...environmentFile(role), ...env }
    expect(Number(settings.HEALTH_PORT ?? settings.PORT)).toBe(PORTS[role])
    // Probes come from another address than 127.0.0.1.
    expect(settings.HEALTH_PORT ? settings.HEALTH_HOST : settings.HOST).toBe('0.0.0.0')
    expect(container?.envFrom).toEqual([{ configMapRef: { name: `tunjo-${role}` } }])
  })

  it('R13 holds every key that it needs as a file, and none of another role', () => {
    expect(keyFaults(new Set([role]), { ...environmentFile(role), ...env })).toEqual([])
    const { METRICS_TOKEN_FILE: monitor, ...secrets } = secretsOf(env)
    const { METRICS_TOKEN_FILE: _ofCore, ...inCompose } = secretsOf(compose.services[role].environment)
    expect([secrets, monitor]).toEqual([inCompose, role === 'web' ? undefined : '/run/secrets/metrics_token'])
    expect(template.spec.volumes).toContainEqual({ name: 'secrets', secret: { secretName: `tunjo-${role}`, defaultMode: 0o440 } })
    expect(container?.volumeMounts).toContainEqual({ name: 'secrets', mountPath: '/run/secrets', readOnly: true })
  })

  it('mounts each of its volumes, and no other', () => {
    expect(container?.volumeMounts.map(({ name }) => name).toSorted()).toEqual(template.spec.volumes.map(({ name }) => name).toSorted())
  })
})

describe('the backup each night', () => {
  const [claim, job] = manifestsOf('backup.yaml')
  const { spec } = CronJob.parse(job).spec.jobTemplate
  const { template } = spec
  const [container] = template.spec.containers
  const env = Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value]))

  it('is the command of the unit, with the keys of the unit and the settings of the role scheduler', () => {
    const unit = readFileSync(join(import.meta.dirname, 'systemd/tunjo-backup.service'), 'utf8')
    expect(unit).toContain(`tunjo.js ${container?.args.join(' ')}\n`)
    const inUnit = [...unit.matchAll(/^Environment=(.*)=%d\/(.*)$/gm)].map(([, name, file]) => [name, `/run/secrets/${file}`])
    expect([env, compose.services.backup.environment]).toEqual([Object.fromEntries(inUnit), Object.fromEntries(inUnit)])
    expect(container?.envFrom.map(({ configMapRef }) => configMapRef.name)).toEqual(['tunjo-scheduler', 'tunjo-backup'])
  })

  it('reads the files of customers and writes to a claim of its own, and mounts each of its volumes', () => {
    expect(container?.volumeMounts).toEqual(
      expect.arrayContaining([
        { name: 'files', mountPath: '/var/lib/tunjo', readOnly: true },
        { name: 'backups', mountPath: '/var/backups/tunjo' },
      ]),
    )
    expect(claim).toMatchObject({ kind: 'PersistentVolumeClaim', metadata: { name: 'tunjo-backups' } })
    expect(template.spec.volumes).toEqual(
      expect.arrayContaining([
        { name: 'files', persistentVolumeClaim: { claimName: 'tunjo-files' } },
        { name: 'backups', persistentVolumeClaim: { claimName: 'tunjo-backups' } },
        { name: 'secrets', secret: { secretName: 'tunjo-backup', defaultMode: 0o440 } },
      ]),
    )
    expect(container?.volumeMounts.map(({ name }) => name).toSorted()).toEqual(template.spec.volumes.map(({ name }) => name).toSorted())
  })

  it('R13 reaches the database alone', () => {
    const policy = manifestsOf('network.yaml').find((one) => (one as { metadata: { name: string } }).metadata.name === 'tunjo-backup')
    expect(template.metadata.labels).toEqual(LABELS('backup'))
    expect(policy).toMatchObject({
      spec: {
        podSelector: { matchLabels: LABELS('backup') },
        egress: [
          {
            ports: [
              { protocol: 'UDP', port: 53 },
              { protocol: 'TCP', port: 53 },
            ],
          },
          { ports: [{ protocol: 'TCP', port: 5432 }] },
        ],
      },
    })
    expect((policy as { spec: object }).spec).not.toHaveProperty('ingress')
  })
})

describe('the network', () => {
  const policies = manifestsOf('network.yaml') as {
    metadata: { name: string }
    spec: {
      podSelector: { matchLabels: object }
      policyTypes: string[]
      ingress?: { from?: object[]; ports: object[] }[]
      egress?: object[]
    }
  }[]

  it('R13 closes every pod of the product first, in both directions', () => {
    expect(policies.map(({ spec }) => spec.policyTypes)).toEqual(policies.map(() => ['Ingress', 'Egress']))
    expect(policies[0]?.spec).toEqual({
      podSelector: { matchLabels: { 'app.kubernetes.io/part-of': 'tunjo' } },
      policyTypes: ['Ingress', 'Egress'],
    })
  })

  it.each(PROCESS_ROLES)('R13 opens the one port of the role %s to named callers', (role) => {
    const policy = policies.find(({ metadata }) => metadata.name === `tunjo-${role}`)
    expect(policy?.spec.podSelector.matchLabels).toEqual(LABELS(role))
    for (const { from, ports } of policy?.spec.ingress ?? [])
      expect([from?.length, ports]).toEqual([1, [{ protocol: 'TCP', port: PORTS[role] }]])
  })

  it('R13 lets only the role web reach the core, and the role web reach nothing else', () => {
    const [web, core] = (['web', 'core'] as const).map((role) => policies.find(({ metadata }) => metadata.name === `tunjo-${role}`)?.spec)
    const isFrom = (role: ProcessRole) => ({ podSelector: { matchLabels: LABELS(role) } })
    expect(core?.ingress?.map(({ from }) => from?.[0])).toEqual([
      isFrom('web'),
      expect.objectContaining({ namespaceSelector: expect.anything() }),
    ])
    expect(web?.egress?.slice(1)).toEqual([{ to: [isFrom('core')], ports: [{ protocol: 'TCP', port: PORTS.core }] }])
  })
})

describe('the manifests', () => {
  it('have one Deployment for each role, and a Service for the roles that answer calls', () => {
    const named = (kind: string) => all.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name)
    expect(named('Deployment').toSorted()).toEqual(PROCESS_ROLES.map((role) => `tunjo-${role}`).toSorted())
    expect(named('Service').toSorted()).toEqual(['tunjo-core', 'tunjo-web'])
    expect(named('Secret')).toEqual([])
  })

  const isInstalled = spawnSync('kubeconform', ['-v']).error === undefined
  it.skipIf(!isInstalled)('are taken by kubeconform; skipped where it is not installed', () => {
    const { status, stdout, stderr } = spawnSync('kubeconform', ['-strict', FOLDER], { encoding: 'utf8' })
    expect([status, stdout + stderr]).toEqual([0, ''])
  })
})
