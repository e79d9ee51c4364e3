/**
 * Parts that never run in production: the embedded database and chain, the sandboxes of the providers, and the demo with its people and its
 * months. The product imports them in a demo (server/src/composition/development.ts), its tests import `testing`.
 */
export { demoClockRoutes, keepFollowing, openClock } from './demo/clock.ts'
export { demoFaucetRoutes } from './demo/faucet.ts'
export { openInternalPort } from './demo/history/internal-port.ts'
export { monthsOf } from './demo/history/months.ts'
export { beginHistory, type HistoryParts, isHistoryDue, replayHistory } from './demo/history/replay.ts'
export { openWaitingPage } from './demo/history/waiting-page.ts'
export { DEMO_PEOPLE, seedDemoPeople } from './demo/people.ts'
export { demoResetCommand } from './demo-reset.ts'
export { copyCluster } from './embedded/database/base-backup.ts'
export { startEmbeddedPostgres } from './embedded/database/postgres.ts'
export { startEmbeddedParts } from './embedded/start-embedded-parts.ts'
export { runSandboxCommand, type SandboxGiven } from './run-sandbox.ts'
