/** Entry of the built package (`node tunjo.js`): processes of the product with `--roles`, and every command of an operator. */
const [first] = process.argv.slice(2)

if (first === undefined || first.startsWith('--roles')) await import('./main.ts')
else await import('./cli.ts')

export {}
