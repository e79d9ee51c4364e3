/**
 * A disk that can lose its power: a file used as a block device with ext4 on it. A forced shutdown drops what was written and never forced
 * to the device; the next mount finds the same as a machine after a power cut.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../../../../../dev/testing/temporary-folder.ts'

const DISK_BYTES = 2 ** 31
/** FS_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH, called from Perl, the one interpreter that every Debian has. Node has no ioctl. */
const SHUT_DOWN = 'open(my $f, "<", $ARGV[0]) or die $!; my $flags = pack("L", 2); ioctl($f, 0x8004587d, $flags) or die $!'

export interface LoopDisk {
  /** Where the disk is mounted. */
  readonly folder: string
  /** Cut the power: from now on nothing reaches the disk, and every write and fsync fails. */
  cutPower(): void
  /** Restore the power. No process may have files open on the disk. */
  powerOn(): void
  remove(): void
}

/** Create a disk. Throws where the system does not allow it: not Linux, not root, no loop devices. */
export function loopDisk(): LoopDisk {
  const home = temporaryFolder('disk')
  const [image, folder] = [join(home, 'image'), join(home, 'mounted')]
  const markerOf = (at: string) => join(at, 'marker')
  let device = ''
  let isMounted = false
  const mount = () => {
    run('mount', device, folder)
    isMounted = true
  }
  const unmount = () => {
    if (isMounted) run('umount', folder)
    isMounted = false
  }
  const remove = () => {
    unmount()
    if (device) run('losetup', '--detach', device)
    rmSync(home, { recursive: true, force: true })
  }
  try {
    mkdirSync(folder)
    writeFileSync(image, '')
    truncateSync(image, DISK_BYTES)
    device = run('losetup', '--find', '--show', image).trim()
    run('mkfs.ext4', '-q', device)
    mount()
    writeFileSync(markerOf(folder), '')
    run('sync')
  } catch (error) {
    remove()
    throw error
  }
  return {
    folder,
    cutPower: () => void run('perl', '-e', SHUT_DOWN, markerOf(folder)),
    powerOn() {
      unmount()
      mount()
    },
    remove,
  }
}

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
