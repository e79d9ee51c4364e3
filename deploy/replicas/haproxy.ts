/** HAProxy with the file of deploy/proxy, in front of web processes of this machine and without TLS. */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = new URL('../proxy/haproxy.cfg', import.meta.url)

export const isHaproxyHere = (): boolean => spawnSync('haproxy', ['-v']).status === 0

/** Starts it on `port`; answers how to end it at once. */
export function startHaproxy(folder: string, port: number, webPorts: readonly number[]): () => void {
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configurationOf(readFileSync(FILE, 'utf8'), port, webPorts))
  // In the foreground, and without its notices.
  const child = spawn('haproxy', ['-db', '-q', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  return () => void child.kill('SIGKILL')
}

/** Without TLS and its redirection, and with fewer connections than a user may open; everything else is the file's. */
function configurationOf(text: string, port: number, webPorts: readonly number[]): string {
  const servers = webPorts.map((web, place) => `    server web${place + 1} 127.0.0.1:${web} check inter 2s fall 2 rise 2`)
  const changed = text
    .replace(/^ {4}maxconn .*$/m, '    maxconn 1000')
    .replace(/^frontend plain\n(?: {4}.*\n)+/m, '')
    .replace(/^ {4}bind :443 .*$/m, `    bind 127.0.0.1:${port}`)
    .replace(/^ {4}server web1 .*$/m, servers.join('\n'))
  if (/bind :/.test(changed) || !changed.includes(servers[0] ?? ''))
    throw new Error('deploy/proxy/haproxy.cfg is not as this drill expects it')
  return changed
}
