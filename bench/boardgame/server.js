// A minimal boardgame.io server with the traffic of a table of four: whoever has the turn plays a card, and all four are
// told the new state, each without the cards of the others. Three cards each, the highest takes the trick, hand after hand
// without end. Matches are kept in memory; one is made by the first who asks for it.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE, TurnOrder } = require("boardgame.io/core");

const SEATS = 4;
const DECK = Array.from({ length: 40 }, (_, card) => card);

const dealt = (random) => {
  const deck = random.Shuffle(DECK);
  return Array.from({ length: SEATS }, (_, seat) => deck.slice(3 * seat, 3 * seat + 3));
};

const strength = (card) => card % 10;

const truco = {
  name: "truco",
  setup: ({ random }) => ({ hands: dealt(random), played: [], tricks: [0, 0], score: [0, 0] }),
  turn: { minMoves: 1, maxMoves: 1, order: TurnOrder.DEFAULT },
  moves: {
    play: {
      client: false,
      move: ({ G, random, playerID }, index) => {
        const hand = G.hands[playerID];
        if (!Number.isInteger(index) || !(index in hand)) return INVALID_MOVE;
        const [card] = hand.splice(index, 1);
        G.played.push(card);
        if (G.played.length < SEATS) return;
        const best = Math.max(...G.played.map(strength));
        G.tricks[G.played.findIndex((one) => strength(one) === best) % 2] += 1;
        G.played = [];
        if (G.hands.some((left) => left.length > 0)) return;
        G.score[G.tricks[0] > G.tricks[1] ? 0 : 1] += 1;
        G.tricks = [0, 0];
        G.hands = dealt(random);
      },
    },
  },
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
  }),
};

const server = Server({ games: [truco], origins: [Origins.LOCALHOST] });
const { appServer } = await server.run(0);
console.log(JSON.stringify({ port: appServer.address().port }));
