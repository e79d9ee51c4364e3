/**
 * Command line of the product, `npx tunjo <command>`. Each command has a description with `--help`; a wrong setting or option is answered
 * with one sentence. Exit codes: 0 done, 1 refused or a verification failed, 2 an unknown command or option.
 */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import type { BackupGiven } from './commands/backup-commands.ts'
import type { CapitalOptions } from './commands/book-capital.ts'
import type { CheckOptions } from './commands/check.ts'
import type { DeployChainGiven } from './commands/deploy-chain.ts'
import type { ExternalHeadOptions } from './commands/external-heads.ts'
import type { RotationGiven } from './commands/rotate-key.ts'
import type { AuditOptions } from './commands/verify-audit.ts'
import { type Development, development } from './composition/development.ts'
import type { AdministratorAsked } from './domains/customers/identity/index.ts'
import { errorSentence } from './platform/process/command-refused.ts'
import type { Environment } from './platform/process/settings.ts'

type SandboxGiven = Parameters<Development['runSandboxCommand']>[0]

const USAGE_WRONG = 2

async function run(args: readonly string[], env: Environment): Promise<number> {
  let code = 0
  // Each command is imported when it is called: most need a fraction of the product.
  const ends = (work: () => Promise<number>) => async () => {
    code = await work()
  }
  try {
    await commands(ends, env).parseAsync([...args], { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_WRONG
    console.error(errorSentence(error))
    if (env.LOG_LEVEL === 'debug') console.error(error)
    return 1
  }
}

type Ends = (work: () => Promise<number>) => () => Promise<void>

function commands(ends: Ends, env: Environment): Command {
  const program = new Command('tunjo')
    .description('Runs and looks after an installation of Tunjo. Settings come from the environment (docs/operations.md).')
    .exitOverride()
    .showHelpAfterError('Add --help for what there is.')
  addCheck(program, ends, env)
  addDatabase(program, ends, env)
  addBackup(program, ends, env)
  addVerify(program, ends, env)
  addMoney(program, ends, env)
  addChain(program, ends, env)
  addOthers(program, ends, env)
  return program
}

function addCheck(program: Command, ends: Ends, env: Environment): void {
  const check = program
    .command('check')
    .description(
      'Checks all settings at once, and what they name: database, keys, chain, mail, providers, scanner, folder. Changes nothing. Ends with 1 on a fault.',
    )
    .option('--roles <list>', 'the roles of the process that has these settings; without it all settings of an installation together')
    .option('--processes <list>', 'how many processes there will be of each role, as core=2,worker=3; one of core, worker and signer else')
    .option('--json', 'writes the findings as JSON')
  check.action(ends(async () => (await import('./commands/check.ts')).checkCommand(check.opts<CheckOptions>(), env)))
}

function addDatabase(program: Command, ends: Ends, env: Environment): void {
  program
    .command('migrate')
    .description(
      'Brings the database of DATABASE_URL to this version, and gives its roles their rights. Needs DATABASE_MIGRATION_URL where there are two roles.',
    )
    .action(ends(async () => (await import('./commands/migrate.ts')).migrateCommand(env)))
  const administrator = program
    .command('create-administrator')
    .description(
      "Prints a link with which one of the first two administrators joins. It works once, for an hour. Needs the owner's connection to the database.",
    )
    .requiredOption('--email <address>', 'the address with which the administrator will sign in; without an account so far')
    .requiredOption('--name <name>', 'the name of the administrator')
    .requiredOption('--by <name>', 'your own name, for the audit trail')
  const asked = () => administrator.opts<AdministratorAsked>()
  administrator.action(ends(async () => (await import('./commands/create-administrator.ts')).createAdministratorCommand(asked(), env)))
}

function addBackup(program: Command, ends: Ends, env: Environment): void {
  const backup = program
    .command('backup')
    .description(
      'Makes an encrypted backup of database, files and chain deployment while the product runs, without any key of it. Has commands for backups that exist.',
    )
    .option('--to <path>', 'the new file, or a folder; an existing file is never overwritten')
    .addOption(new Option('--by <method>', 'pg_dump for a server of its own, copy for an embedded one').choices(['copy', 'pg_dump']))
  const given = (): BackupGiven => {
    const { to, by } = backup.opts<Partial<BackupGiven>>()
    if (to !== undefined) return { to, by }
    return backup.error("error: required option '--to <path>' not specified")
  }
  backup.action(ends(async () => (await import('./commands/backup-commands.ts')).backupCommand(given(), env)))
  const key = backup
    .command('new-key <file>')
    .description('Writes a new secret key for backups into a file, and prints its public key for BACKUP_RECIPIENTS.')
  key.action(ends(async () => (await import('./commands/backup-commands.ts')).newKeyCommand(key.args[0] ?? '')))
  const verify = backup
    .command('verify <files...>')
    .description(
      'Reads backups from the first byte to the last, prints what they hold, and ends with 1 when one is damaged. Needs no database.',
    )
    .option('--record', 'write the results into the database, for the alerts BackupDamaged and BackupUnverified')
  verify.action(
    ends(async () =>
      (await import('./commands/backup-commands.ts')).verifyBackupCommand(verify.args, env, verify.opts<{ record?: boolean }>()),
    ),
  )
  addBackupProofs(program, backup, ends, env)
}

function addBackupProofs(program: Command, backup: Command, ends: Ends, env: Environment): void {
  const restore = program
    .command('restore <file>')
    .description(
      'Restores a backup into an empty database and an empty DATA_DIR, and verifies it. Leaves all assets frozen until two officers lift it.',
    )
  restore.action(ends(async () => (await import('./commands/restore.ts')).restoreCommand(restore.args[0] ?? '', env)))
  const drill = backup
    .command('drill')
    .description(
      'Proves a backup of the running database: restored elsewhere, or taken of the demo in DATA_DIR. Ends with 1 when it is not good.',
    )
    .option('--restored <url>', 'the database into which a backup of DATABASE_URL was restored')
  const restored = () => drill.opts<{ restored?: string }>().restored
  drill.action(ends(async () => (await import('./commands/backup-drill.ts')).backupDrillCommand(restored(), env)))
}

const withHeads = (command: Command): Command =>
  command
    .option('--head <file>', 'also against heads that were kept elsewhere: an array of payloads of the event')
    .option('--chain <url>', 'also against what the hot wallet published, by a node of your choice')
    .option('--publisher <address>', 'with --chain: the address of the hot wallet')
    .option('--from-block <number>', 'with --chain: where to begin')

const wholeNumberOf = (minimum: number, maximum: number) => (text: string) => {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (number >= minimum && number <= maximum) return number
  throw new InvalidArgumentError(`It takes a whole number from ${minimum} to ${maximum}.`)
}

const priceOf = (text: string): string => {
  if (/^\d{1,9}(\.\d{1,12})?$/.test(text) && Number(text) > 0) return text
  throw new InvalidArgumentError('It takes a number above zero, as 3797.5.')
}

function addVerify(program: Command, ends: Ends, env: Environment): void {
  const verify = program
    .command('verify')
    .description('Proves what is kept. Names each row or file that does not fit, and ends with 1 when there is one.')
  const ledger = withHeads(
    verify.command('ledger').description('Reads the books again from the first posting to the last, beside the running product.'),
  )
  ledger.action(
    ends(async () => (await import('./commands/verify-ledger.ts')).verifyLedgerCommand(ledger.opts<ExternalHeadOptions>(), env)),
  )
  const audit = withHeads(verify.command('audit').description('Proves the audit trail of the database, or of an exported file.'))
    .option('--export <file>', 'writes the trail down as well')
    .option('--file <file>', 'an exported trail, without any database')
  audit.action(ends(async () => (await import('./commands/verify-audit.ts')).verifyAuditCommand(audit.opts<AuditOptions>(), env)))
  const files = verify
    .command('files')
    .description(
      'Reads each stored file again, against its hash and its key, and looks for files without a row. Beside the running product.',
    )
    .option('--page <number>', 'how many rows and names are read at once', wholeNumberOf(1, 10_000), 500)
  files.action(ends(async () => (await import('./commands/verify-files.ts')).verifyFilesCommand(files.opts<{ page: number }>(), env)))
  const archive = verify
    .command('case <file>')
    .description('Whether an exported case file is ours and as it left. Needs no database and no network.')
    .option('--key <keys...>', 'public keys of the installation, as files or in base64url; without it the key of this installation')
  const keys = () => archive.opts<{ key?: string[] }>().key
  archive.action(
    ends(async () => (await import('./commands/verify-case-archive.ts')).verifyCaseArchiveCommand(archive.args[0] ?? '', keys(), env)),
  )
}

function addMoney(program: Command, ends: Ends, env: Environment): void {
  const capital = program
    .command('book-capital')
    .description("Books the house's own money, once for each reference, before the first customer has any.")
    .requiredOption('--place <place>', 'bank, provider, hot-wallet, cold-wallet, pools, collection, or bank-to-provider for what is moved')
    .requiredOption('--asset <asset>', 'COP, BTC or USDT')
    .requiredOption('--amount <amount>', 'in whole units, as 50000000 or 0.5')
    .requiredOption('--reference <text>', 'of the transfer; the same one is booked once')
    .requiredOption('--by <name>', 'your own name, for the audit trail')
  capital.action(ends(async () => (await import('./commands/book-capital.ts')).bookCapitalCommand(capital.opts<CapitalOptions>(), env)))
  program
    .command('reconcile')
    .description(
      'Compares the books with the chain, the provider and the statement once, with the settings of a worker. Prints what differs, and ends with 1 then.',
    )
    .action(ends(async () => (await import('./commands/reconcile.ts')).reconcileCommand(env)))
  const rotation = program
    .command('rotate-key')
    .description(
      "Moves a wallet of the signer to a new key, on the signer's machine, while the signer is stopped. Run again it goes on where it was.",
    )
    .addOption(new Option('--wallet <wallet>', 'which one').choices(['hot', 'treasury']).default('hot'))
    .option('--new-keystore <file>', 'SIGNER_KEY=keystore: the file of the new key, which is made when it is not there')
    .option('--next-key <name>', 'pkcs11, kms: label or id of a key that was made there')
  rotation.action(ends(async () => (await import('./commands/rotate-key.ts')).rotateKeyCommand(rotation.opts<RotationGiven>(), env)))
}

function addChain(program: Command, ends: Ends, env: Environment): void {
  const deploy = program
    .command('deploy-chain')
    .description(
      "Deploys the product's contracts, tokens and pools to a test chain or a chain of your own, with the settings of a signer. Writes CHAIN_DEPLOYMENT_FILE. Run again it goes on where it was, or changes nothing.",
    )
    .option('--new-keys', 'SIGNER_KEY=keystore: makes the keystores that are not there yet')
    .option('--cold-wallet <address>', 'a wallet whose key is outside of the product')
    .option('--cop-per-usd <price>', 'price of a dollar in pesos, at which the pools begin', priceOf)
    .option('--usd-per-btc <price>', 'price of a bitcoin in dollars, at which the pools begin', priceOf)
    .option('--usd-per-eth <price>', 'price of an ether in dollars, at which the pools begin', priceOf)
    .option('--wrapped-ether <ether>', 'ether of the treasury that goes into the pools with WETH', priceOf, '2')
    .option('--yes', 'also on a chain that is known as one of real value, where these tokens are worth nothing')
  deploy.action(ends(async () => (await import('./commands/deploy-chain.ts')).deployChainCommand(deploy.opts<DeployChainGiven>(), env)))
}

function addOthers(program: Command, ends: Ends, env: Environment): void {
  const sandbox = program
    .command('sandbox')
    .description('Runs the sandboxes of the providers alone, until it is stopped, and prints the settings with which a product asks them.')
    .option('--port <number>', 'where they listen, on this machine only', wholeNumberOf(0, 65_535), 4010)
    .option('--webhooks <address>', 'the address of the product that gets their events, as http://localhost:8080')
    .option('--folder <path>', 'where they keep what they know; DATA_DIR/sandbox without it')
  sandbox.action(ends(async () => (await development()).runSandboxCommand(sandbox.opts<SandboxGiven>(), env)))
  const demo = program.command('demo').description('Looks after a demo.')
  demo
    .command('reset')
    .description('Removes what a demo keeps in DATA_DIR, so that the next npm start makes it anew. Refuses while it runs.')
    .action(ends(async () => (await development()).demoResetCommand(env)))
}

process.exitCode = await run(process.argv.slice(2), process.env)
