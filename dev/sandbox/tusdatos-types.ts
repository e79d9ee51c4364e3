/** A check that was launched, as the sandbox keeps it; `id` is that of its report. */
export interface TusdatosCheck {
  id: string
  jobId: string
  doc: string
  typedoc: string
  launchedAtMs: number
  /** Its failed source was queried again, and answered. */
  wasRetried: boolean
}
