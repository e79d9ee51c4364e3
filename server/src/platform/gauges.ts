/** Figures: gauges of a module, published as metrics and read by alarms. */
export interface Gauges {
  readonly name: string
  readonly help: string
  /** Values by the label `signal`. */
  read(): Promise<Readonly<Record<string, number>>>
}
