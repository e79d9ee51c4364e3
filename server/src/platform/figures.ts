/** Figures: what a module has to say in numbers, shown by the metrics and read by alarms. */
export interface Figures {
  readonly name: string
  readonly help: string
  /** By the label `signal`. */
  read(): Promise<Readonly<Record<string, number>>>
}
