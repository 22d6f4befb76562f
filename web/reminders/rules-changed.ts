const CHANNEL = 'drink-it-reminder-rules';

/** Tells whatever looks after reminders, in this tab and the others, that the rules are other ones now. */
export function announceRulesChange(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

/** Calls back whenever the rules were changed; returns the function that ends it. */
export function onRulesChange(callBack: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = callBack;
  return () => channel.close();
}
