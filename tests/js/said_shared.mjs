// What all explorers say of places, in words.
import { ordinal } from "../../src/mha_book/explorers/shared/words.js";

export default () => [1, 2, 3, 4, 11, 12, 13, 21, 111, 112].map(ordinal);
