#!/usr/bin/env node
/** `npx tunjo`: the command line of server/src/cli.ts. */
import { register } from 'tsx/esm/api'

register()
await import('../src/cli.ts')
