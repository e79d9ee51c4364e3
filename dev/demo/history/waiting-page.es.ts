/** Texts of the page while the demo's months are replayed. */
export const WAITING_WORDS = {
  title: 'Preparando la demostración',
  reason: 'Tunjo crea tres meses y medio de movimientos con sus propias operaciones. Pasa solo la primera vez, y tarda uno o dos minutos.',
  next: 'Esta página se abre sola cuando termine. No tienes que hacer nada.',
  progress: (done: number | string, total: number | string) => `${done} de ${total} pasos`,
}
