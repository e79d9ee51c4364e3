/** A thread starts with plain JavaScript; from here on it reads TypeScript as the rest of the server does. */
import { register } from 'tsx/esm/api'

register()
await import('./pdf-worker.ts')
