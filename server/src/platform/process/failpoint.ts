/**
 * Failpoints. The tests that prove crash safety start a real process with `FAULT_AT=<name>` and inspect the state it left (R17). With
 * `FAULT_SIGNAL=SIGSTOP` it is suspended there, once, and continues at SIGCONT. Without `FAULT_AT` a failpoint does nothing.
 */
let wanted = process.env.FAULT_AT
const signal = process.env.FAULT_SIGNAL === 'SIGSTOP' ? 'SIGSTOP' : 'SIGKILL'

export function failpoint(name: string): void {
  if (wanted === undefined || wanted !== name) return
  wanted = undefined
  process.kill(process.pid, signal)
}
