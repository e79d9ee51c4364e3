/**
 * Files of an installation. Their settings, keys and limits are compared with the product; each file is read by the program that it is for,
 * where that program is installed.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MODULES } from '@tunjo/contract/document'
import type { Endpoint } from '@tunjo/contract/endpoint'
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { formBytesMax } from '../server/src/platform/http/receive-form.ts'
import { PROCESS_ROLES, type ProcessRole } from '../server/src/platform/process/process-roles.ts'
import { declaredSettings } from '../server/src/platform/process/settings.ts'
import { KEY_RULES, keyFaults } from '../server/src/platform/secrets/role-keys.ts'
// Imports every module, so that each has declared its settings.
import '../server/src/composition/product.ts'

const HERE = import.meta.dirname
const read = (path: string): string => readFileSync(join(HERE, path), 'utf8')
/** Settings whose value is the path of a file with a secret. */
const PATHS = ['SIGNER_HOT_KEYSTORE', 'SIGNER_TREASURY_KEYSTORE', 'SIGNER_KEYSTORE_PASSWORD_FILE']

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tunjo-deploy-'))
})
afterAll(() => {
  if (folder) rmSync(folder, { recursive: true, force: true })
})

const assignments = (text: string): [string, string][] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
const environmentFile = (role: ProcessRole) => Object.fromEntries(assignments(read(`env/${role}.env`)))

/** Text of one service of compose.yaml. */
function serviceOf(name: ProcessRole | 'backup'): string {
  const [, text = ''] = new RegExp(`^  ${name}:\n((?:    .*\n)+)`, 'm').exec(read('compose.yaml')) ?? []
  return text
}
/** Entries of a part of a service: `key: value` of a map, or an item of a list. */
const partOf = (text: string, name: string): string[] => {
  const [, lines = ''] = new RegExp(`^    ${name}:\n((?:      .*\n)+)`, 'm').exec(text) ?? []
  return lines.split('\n').flatMap((line) => (line === '' ? [] : [line.trim().replace(/^- /, '')]))
}
const composeEnvironment = (role: ProcessRole): Record<string, string> =>
  Object.fromEntries(partOf(serviceOf(role), 'environment').map((line) => line.split(': ') as [string, string]))

const unitOf = (role: ProcessRole) => read(`systemd/tunjo-${role}.service`)
const unitLines = (role: ProcessRole, name: string): string[] =>
  [...unitOf(role).matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)
const unitEnvironment = (role: ProcessRole) => Object.fromEntries(assignments(unitLines(role, 'Environment').join('\n')))

function numberIn(file: string, pattern: RegExp): number {
  const [, digits = ''] = pattern.exec(read(file)) ?? []
  return Number(digits.replaceAll('_', ''))
}
const CONFIG = '../server/src/platform/process/config.ts'
const DRAIN_SECONDS = numberIn(CONFIG, /^const DRAIN_SECONDS = (\d+)/m)
const portOf = (role: ProcessRole) => numberIn(CONFIG, new RegExp(`^const HEALTH_PORTS = .*${role}: ([\\d_]+)`, 'm'))
/** Roles without calls, each with the port of its liveness, readiness and metrics. */
const HEALTH_PORTS: Partial<Record<ProcessRole, number>> = {
  worker: portOf('worker'),
  scheduler: portOf('scheduler'),
  signer: portOf('signer'),
}

describe('the unit of the backup', () => {
  const unit = read('systemd/tunjo-backup.service')
  const all = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

  it('has the keys whose canaries are in the manifest and the owner of the database, and not the key that reads backups', () => {
    const names = all('LoadCredential').map((line) => line.split(':')[0])
    expect(names).toEqual(['secrets_key', 'ledger_key', 'audit_key', 'database_migration_url'])
    expect(all('Environment')).toEqual(names.map((name) => `${name?.toUpperCase()}_FILE=%d/${name}`))
    expect(unit).not.toContain('BACKUP_KEY')
  })

  it('has a unit for Docker Compose too, which the same timer starts: one run of its service', () => {
    const [start = ''] = /^ExecStart=.*$/m.exec(read('systemd/compose/tunjo-backup.service')) ?? []
    expect(start).toBe('ExecStart=/usr/bin/docker compose --file /srv/tunjo/deploy/compose.yaml run --rm --no-TTY backup')
    expect(read('systemd/tunjo-backup.timer')).not.toContain('Unit=')
    expect(serviceOf('backup')).toContain('    restart: "no"\n    profiles:\n      - backup\n')
  })

  it('writes into the folder that operations.md makes, and may write there', () => {
    const [folder] = /\/var\/backups\/\w+/.exec(all('ExecStart')[0] ?? '') ?? []
    expect(all('ExecStart')).toEqual([`/usr/bin/node /opt/tunjo/tunjo.js backup --to ${folder}`])
    expect(all('ReadWritePaths')).toEqual([folder])
    expect(read('../docs/operations.md')).toContain(`install -d -m 0700 -o tunjo -g tunjo ${folder}\n`)
  })
})

describe.each(PROCESS_ROLES)('the settings of the role %s', (role) => {
  const places = { 'docker compose': composeEnvironment(role), systemd: unitEnvironment(role) }

  it.each(Object.entries(places))('exist, with %s', (_place, given) => {
    const known = [...declaredSettings().keys(), ...Object.keys(KEY_RULES)]
    const names = [...Object.keys(environmentFile(role)), ...Object.keys(given)]
    expect(names.length).toBeGreaterThan(5)
    expect(names.filter((name) => !known.includes(name) && !known.includes(name.replace(/_FILE$/, '')))).toEqual([])
  })

  it.each(Object.entries(places))('R13 hold every key that it needs and none of another role, with %s', (_place, given) => {
    expect(keyFaults(new Set([role]), { ...environmentFile(role), ...given })).toEqual([])
  })

  it('R13 have each key in a file, never in an environment', () => {
    const given = Object.keys({ ...environmentFile(role), ...composeEnvironment(role), ...unitEnvironment(role) })
    expect(given.filter((name) => name in KEY_RULES && !PATHS.includes(name))).toEqual([])
  })

  it('R13 name exactly the secrets that the process gets', () => {
    const secretsOf = (given: Record<string, string>, before: string) =>
      Object.values(given).flatMap((value) => (value.startsWith(before) ? [value.slice(before.length)] : []))
    const inCompose = secretsOf(places['docker compose'], '/run/secrets/')
    expect(partOf(serviceOf(role), 'secrets')).toEqual(inCompose)
    expect(secretsOf(places.systemd, '%d/')).toEqual(inCompose)
    expect(unitLines(role, 'LoadCredential')).toEqual(inCompose.map((name) => `${name}:/etc/tunjo/secrets/${name}`))
    for (const name of inCompose) expect(read('compose.yaml')).toContain(`\n  ${name}:\n    file: secrets/${name}\n`)
  })

  it('lead to a process of this role alone, which restarts and has the time to stop', () => {
    expect(serviceOf(role)).toContain(`command: --roles=${role}\n    env_file: env/${role}.env\n`)
    expect(unitLines(role, 'ExecStart')).toEqual([`/usr/bin/node /opt/tunjo/tunjo.js --roles=${role}`])
    expect(unitLines(role, 'EnvironmentFile')).toEqual([`/etc/tunjo/${role}.env`])
    expect(unitLines(role, 'Restart')).toEqual(['always'])
    const needed = DRAIN_SECONDS + numberIn('../server/src/main.ts', /STOP_TIMEOUT_MS = ([\d_]+)/) / 1_000
    expect(Number(unitLines(role, 'TimeoutStopSec')[0])).toBeGreaterThan(needed)
    expect(Number(/stop_grace_period: (\d+)s/.exec(read('compose.yaml'))?.[1])).toBeGreaterThan(needed)
  })

  it('lead to the port that the health check of the image asks: HEALTH_PORT, or PORT where the process answers calls', () => {
    const settings = { ...environmentFile(role), ...composeEnvironment(role) }
    const healthPort = HEALTH_PORTS[role] ?? null
    expect([settings.HEALTH_PORT, settings.HEALTH_HOST]).toEqual([healthPort?.toString(), undefined])
    expect(settings.PORT !== undefined).toBe(healthPort === null)
  })

  it.each(['NoNewPrivileges=true', 'ProtectSystem=strict', 'ProtectHome=true', 'PrivateTmp=true', 'CapabilityBoundingSet='])(
    'have a unit with %s',
    (line) => {
      expect(unitOf(role).split('\n')).toContain(line)
    },
  )
})

describe('the image', () => {
  it('runs as a user without rights, holds no secret, and asks a process whether it lives', () => {
    const text = read('Dockerfile')
    expect(text.slice(text.lastIndexOf('FROM '))).toMatch(/^USER 10001:10001$/m)
    expect(text).toMatch(/^HEALTHCHECK [\s\S]*HEALTH_PORT[\s\S]*\/management\/live/m)
    expect([...Object.keys(KEY_RULES)].filter((name) => text.includes(name))).toEqual([])
    expect(read('Dockerfile.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.git', '**/secrets', '**/.env*', '**/.data']))
  })

  it('lets only the role web be reached, and from this machine alone', () => {
    expect([...read('compose.yaml').matchAll(/^ {4}ports:\n {6}- (.*)$/gm)].map(([, port]) => port)).toEqual(['127.0.0.1:8080:8080'])
    expect(partOf(serviceOf('web'), 'networks')).toEqual(['edge', 'calls'])
    expect(partOf(serviceOf('core'), 'networks')).toEqual(['calls', 'data'])
  })
})

describe('the proxies', () => {
  const endpoints = Object.values(MODULES)
    .flatMap(({ contracts }) => Object.values(contracts).flatMap((contract) => Object.values<Endpoint>(contract)))
    .map(({ bytes, upload }) => Math.max(bytes?.maximum ?? 0, upload ? formBytesMax(upload.fields) : 0))
  const nginx = read('proxy/nginx.conf')
  const haproxy = read('proxy/haproxy.cfg')

  it('take requests as large as the largest of the product, and no larger', () => {
    const largest = Math.max(...endpoints)
    expect(Number(/client_max_body_size (\d+);/.exec(nginx)?.[1])).toBe(largest)
    expect(Number(/hdr_val\(content-length\) gt (\d+)/.exec(haproxy)?.[1])).toBe(largest)
  })

  it('SEC-14 replace the address that a caller wrote, and leave HSTS to the product', () => {
    expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
    expect(haproxy).toContain('http-request set-header X-Forwarded-For %[src]')
    for (const text of [nginx, haproxy]) expect(text).not.toMatch(/strict-transport-security|proxy_add_x_forwarded_for|option forwardfor/i)
    expect(environmentFile('web').TRUSTED_PROXIES).toBe('127.0.0.1,::1')
    const gateway = /gateway: (\S+)/.exec(read('compose.yaml'))?.[1]
    expect(composeEnvironment('web').TRUSTED_PROXIES).toBe(gateway)
  })

  it('R10 direct all calls of one network to one process, which counts them', () => {
    expect(haproxy).toMatch(/^ {4}balance hash src,ipmask\(32,64\)$/m)
    expect(haproxy).toMatch(/^ {4}hash-type consistent$/m)
    expect(nginx).toMatch(/^ {4}hash \$remote_addr consistent;$/m)
  })

  it('wait longer than the longest answer, and repeat no call', () => {
    const edge = read('../server/src/platform/http/web-edge.ts')
    const longest = Number(/CORE_ANSWERS_WITHIN_MS = ([\d_]+)/.exec(edge)?.[1]?.replaceAll('_', '')) / 1_000
    expect(Number(/proxy_read_timeout (\d+)s/.exec(nginx)?.[1])).toBeGreaterThan(longest)
    expect(Number(/timeout server (\d+)s/.exec(haproxy)?.[1])).toBeGreaterThan(longest)
    expect(nginx).toContain('proxy_next_upstream off;')
    expect(haproxy).toMatch(/^ {4}retries 0$/m)
  })
})

describe('the checks of a monitor', () => {
  it('take a process out of HAProxy before its drain ends', () => {
    const [, seconds, times] = /check inter (\d+)s fall (\d+)/.exec(read('proxy/haproxy.cfg')) ?? []
    expect(Number(seconds) * Number(times)).toBeLessThan(DRAIN_SECONDS)
  })

  it('scrape the measures of every role that has them, as docs/monitoring.md says', () => {
    const [, targets = ''] = /targets: \[(.*)\]/.exec(read('../docs/monitoring.md')) ?? []
    for (const [role, port] of [...Object.entries(HEALTH_PORTS), ['core', environmentFile('core').PORT]])
      expect(targets).toContain(`'${role}-1:${port}'`)
  })
})

/** Runs a program of this machine, or skips the test with the reason. */
function run(context: TestContext, program: string, args: readonly string[], isInstalledWith: readonly string[] = ['-v']): string {
  const probe = spawnSync(program, isInstalledWith, { encoding: 'utf8' })
  if (probe.error || probe.status !== 0) context.skip(`skipped: ${program} is not installed`)
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  const output = stdout + stderr
  expect([status, output]).toEqual([0, expect.anything()])
  return output
}

/** A certificate of this test in the place where a proxy reads it. */
function makeCertificate(context: TestContext): void {
  const [key, chain] = [join(folder, 'key.pem'), join(folder, 'fullchain.pem')]
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=tunjo.example', '-keyout', key, '-out', chain]
  run(context, 'openssl', args, ['version'])
  writeFileSync(join(folder, 'haproxy.pem'), readFileSync(chain, 'utf8') + readFileSync(key, 'utf8'))
}

describe('the programs that read these files', () => {
  it('nginx takes its configuration', (context) => {
    makeCertificate(context)
    const included = join(folder, 'nginx-site.conf')
    writeFileSync(included, read('proxy/nginx.conf').replaceAll('/etc/tunjo/tls', folder))
    const file = join(folder, 'nginx.conf')
    writeFileSync(file, `pid ${folder}/pid;\nevents {}\nhttp {\n  access_log off;\n  include ${included};\n}\n`)
    const output = run(context, 'nginx', ['-t', '-e', join(folder, 'errors'), '-c', file])
    expect(output).toContain('test is successful')
  })

  it('HAProxy takes its configuration', (context) => {
    makeCertificate(context)
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(file, read('proxy/haproxy.cfg').replaceAll('/etc/tunjo/tls', folder))
    expect(run(context, 'haproxy', ['-c', '-V', '-f', file])).toContain('Configuration file is valid')
  })

  it('systemd takes the units', (context) => {
    const units = join(folder, 'units')
    mkdirSync(units)
    mkdirSync(join(units, 'compose'))
    writeFileSync(join(units, 'docker.service'), '[Service]\nType=oneshot\nExecStart=/bin/true\n')
    // Only the places of node and docker differ between machines.
    const names = readdirSync(join(HERE, 'systemd'), { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'))
    const files = names.map((name) => {
      writeFileSync(join(units, name), read(`systemd/${name}`).replaceAll(/\/usr\/bin\/(?:node|docker)\b/g, process.execPath))
      return join(units, name)
    })
    // The roles, the backup with its timer, and the backup by Docker Compose.
    expect(files).toHaveLength(PROCESS_ROLES.length + 3)
    const output = run(context, 'systemd-analyze', ['verify', '--man=no', ...files], ['--version'])
    expect(output.split('\n').filter((line) => line.includes('tunjo'))).toEqual([])
  })

  it('Docker Compose takes its file', (context) => {
    const output = run(context, 'docker', ['compose', '--file', join(HERE, 'compose.yaml'), 'config'], ['compose', 'version'])
    for (const role of PROCESS_ROLES) expect(output).toContain(`--roles=${role}`)
  })

  it('the shell takes the script that makes the roles of the database', (context) => {
    run(context, 'sh', ['-n', join(HERE, 'postgres/roles.sh')], ['-c', 'true'])
  })
})
