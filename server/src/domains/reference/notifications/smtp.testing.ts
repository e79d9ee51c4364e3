/** SMTP server for tests. It maps each command to a call, and answers with the configured faults. */
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** `isDone`: the server does what it was asked to do although it answers wrongly. */
export interface WrongReply {
  readonly isDone: boolean
  give(socket: Socket): void
}
export interface ReceivedMail {
  readonly to: string
  readonly content: string
}
export interface TestSmtp {
  readonly url: string
  /** Names of the calls that were made. */
  readonly asked: Set<string>
  /** Accepted mails, also when the answer was lost. */
  readonly received: ReceivedMail[]
  /** Connections that are open. */
  readonly open: () => number
  /** Null: the right answer. `to` is empty before the recipient is named. */
  wrong: (call: string, to: string) => WrongReply | null
  close(): Promise<void>
}

const CREDENTIALS = 'tunjo:secret'
const DRIP_MS = 20
const LINES = '220-hola\r\n'.repeat(5_000)
const text = (reply: string): WrongReply => ({ isDone: false, give: (socket) => void socket.write(reply) })
const transport = (isDone: boolean, give: WrongReply['give']): WrongReply => ({ isDone, give })

/** To every call these mean that the mail was not accepted, or that the outcome is unknown. */
export const WRONG_REPLIES: Readonly<Record<string, WrongReply>> = {
  'the connection is refused': transport(false, (socket) => void socket.destroy()),
  'the connection is cut after the call': transport(true, (socket) => void socket.destroy()),
  'greylisted with 450': text('450 4.2.0 greylisted\r\n'),
  '421 and closed': transport(false, (socket) => void socket.end('421 4.3.2 closing\r\n')),
  '550 with a reason': text('550 5.1.1 no such person\r\n'),
  '554 without a reason': text('554\r\n'),
  'no answer': transport(true, () => undefined),
  'an answer that drips': transport(true, (socket) => {
    const timer = setInterval(() => socket.write('220-hola\r\n'), DRIP_MS)
    socket.on('close', () => clearInterval(timer))
  }),
  'lines without an end': transport(true, (socket) => {
    const more = () => {
      while (!socket.destroyed) if (!socket.write(LINES)) return void socket.once('drain', more)
    }
    more()
  }),
  nonsense: text('¿Quién es?\r\n'),
  HTML: text('<!doctype html>\r\n<title>502</title>\r\n'),
  'an empty line': text('\r\n'),
  'half a line and cut': transport(true, (socket) => void socket.end('25')),
  'a code of another call': text('199 hola\r\n'),
}

const RIGHT: Readonly<Record<string, string>> = {
  EHLO: '250-smtp.example\r\n250 AUTH PLAIN\r\n',
  AUTH: '235 2.7.0 welcome\r\n',
  DATA: '354 go\r\n',
}

export async function startTestSmtp(): Promise<TestSmtp> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    serve(socket, smtp)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const smtp: TestSmtp = {
    url: `smtp://${CREDENTIALS}@127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: new Set(),
    received: [],
    open: () => sockets.size,
    wrong: () => null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  return smtp
}

function serve(socket: Socket, smtp: TestSmtp): void {
  let read = ''
  let to = ''
  let isBody = false
  const answer = (call: string, right: string, done: () => void = () => undefined) => {
    smtp.asked.add(call)
    const wrong = smtp.wrong(call, to)
    if (!wrong || wrong.isDone) done()
    if (wrong) wrong.give(socket)
    else socket.write(right)
  }
  function command(line: string): void {
    const [verb = ''] = line.toUpperCase().split(' ')
    if (verb === 'RCPT') to = /<(.+)>/.exec(line)?.[1] ?? ''
    answer(verb, RIGHT[verb] ?? '250 2.0.0 ok\r\n', () => {
      isBody = verb === 'DATA'
    })
  }
  function next(): boolean {
    const end = read.indexOf(isBody ? '\r\n.\r\n' : '\r\n')
    if (end < 0) return false
    const part = read.slice(0, end)
    read = read.slice(end + (isBody ? 5 : 2))
    if (!isBody) command(part)
    else {
      isBody = false
      answer('body', '250 2.0.0 queued\r\n', () => void smtp.received.push({ to, content: part }))
    }
    return true
  }
  answer('greeting', '220 smtp.example ESMTP\r\n')
  socket.on('data', (chunk: Buffer) => {
    read += chunk.toString('latin1')
    while (next());
  })
}
