/**
 * Failpoints. The tests that prove crash safety start a real process with `FAULT_AT=<name>` and look at what it left behind
 * (R17). Without that variable a failpoint does nothing.
 */
const wanted = process.env.FAULT_AT

export function failpoint(name: string): void {
  if (wanted !== undefined && wanted === name) process.kill(process.pid, 'SIGKILL')
}
