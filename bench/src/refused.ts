/** An error whose message is the whole story: what is wrong and what to do instead. */
export class Refused extends Error {}
