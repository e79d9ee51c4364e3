#!/usr/bin/env node
/** `systemctl` of the walk, for a machine without systemd: starts and restarts the ExecStart of a unit with its user, settings and credentials. */
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, closeSync, copyFileSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const [action = '', ...names] = process.argv.slice(2).filter((word) => !word.startsWith('--'))
for (const name of names) {
  if (name === 'nginx') {
    spawnSync('nginx', ['-s', 'stop'], { stdio: 'ignore' })
    process.exitCode = spawnSync('nginx', [], { stdio: 'inherit' }).status ?? 1
    continue
  }
  if (action === 'restart') await stop(name)
  if (action === 'enable' || action === 'restart') start(name)
}

/** Ends the processes of a unit as systemd does, and waits for them. */
async function stop(name) {
  const group = readFileSync(`/run/${name}.pid`, 'utf8')
  process.kill(-Number(group), 'SIGTERM')
  while (isRunning(group)) await delay(100)
}

/** Whether a process of the group is alive. Ended ones stay in the list as zombies. */
function isRunning(group) {
  const { stdout } = spawnSync('ps', ['-e', '-o', 'pgid=,stat='], { encoding: 'utf8' })
  return stdout.split('\n').some((line) => line.trim().split(/\s+/)[0] === group && !/\sZ/.test(line))
}

function start(name) {
  const unit = readFileSync(`/etc/systemd/system/${name}.service`, 'utf8')
  const all = (key) => [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)
  const [user = ''] = all('User')
  const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout))
  const folder = `/run/credentials/${name}.service`
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  for (const [id = '', file = ''] of all('LoadCredential').map((line) => line.split(/:(.*)/s))) {
    copyFileSync(file, `${folder}/${id}`)
    chownSync(`${folder}/${id}`, uid, gid)
  }
  for (const state of all('StateDirectory')) {
    mkdirSync(`/var/lib/${state}`, { recursive: true, mode: 0o700 })
    chownSync(`/var/lib/${state}`, uid, gid)
  }
  const lines = [...all('EnvironmentFile').flatMap((file) => readFileSync(file, 'utf8').split('\n')), ...all('Environment')]
  const given = lines
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
  const env = Object.fromEntries(given.map(([key, value]) => [key, value.replaceAll('%d', folder)]))
  const [program = '', ...args] = (all('ExecStart')[0] ?? '').split(' ')
  const log = openSync(`/var/log/${name}.log`, 'a')
  const keep = { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS }
  const restarting = `until ${[program, ...args].join(' ')}; do sleep 2; done`
  const child = spawn('/bin/sh', ['-c', restarting], {
    cwd: all('WorkingDirectory')[0],
    env: { ...keep, ...env },
    uid,
    gid,
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  writeFileSync(`/run/${name}.pid`, String(child.pid))
  child.unref()
}
