/** `npm run bench -- console`: the speed of the console in a browser. e2e/bench/console.ts explains it. */
import "../e2e/bench/console.ts";
