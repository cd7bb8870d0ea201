// German: what MapExplorer asks, and what it tells. What each export is stands in task_words.js.
import { hintFor } from "../shared/sight.js";
import { quoted } from "../shared/words.js";
import { KEEP } from "./option_words.js";

const inStep = (step) => (step === null ? "" : `, in Schritt ${step}`);

const HOW = hintFor({
  pointer: "Drück auf eine unterstrichene Zahl, und tippe.",
  finger: "Tipp auf eine unterstrichene Zahl, dann auf ihr Feld ganz unten.",
});

export const TASKS = {
  look: {
    ask: (second, first, isOfTwo, step) =>
      `Bring ${second} dazu, ${isOfTwo ? "in Kopf 0 " : ""}mehr als die Hälfte seiner Aufmerksamkeit ` +
      `${first} zu geben${inStep(step)}. ${HOW}`,
    told: (second, first, weight) =>
      `Das Gewicht ${second} → ${first} ist jetzt ${weight}: Sein Score wurde der größte seiner Zeile.`,
    waits: (second, first, weight) => `Das Gewicht ${second} → ${first} ist ${weight}.`,
  },
  hide: {
    ask: (first) => `Verbirg vor ${first} die Wörter, die danach kommen.`,
    told: (first) =>
      `Außer ${first} selbst blieb nichts, worauf es sehen konnte, also wurde sein eigenes Gewicht 1.`,
  },
  match: {
    ask: (second, third, step) =>
      `Ändere eine Zahl von W_k, sodass der Score von ${second} für ${third} über 0 steigt` +
      `${inStep(step)}. ${HOW}`,
    told: (second, third, score) =>
      `Du hast den Score auf ${score} gebracht: Die Query von ${second} und der Key von ${third} ` +
      "zeigen nun zur selben Seite.",
    waits: (second, third, score) => `Der Score von ${second} für ${third} ist ${score}.`,
  },
  loop: {
    ask: "Schalte in den Optionen auf den Wrapper um, und sieh, welche Zahlen sich ändern.",
    told: "Keine hat sich geändert: Dieselben Matrizen werden nur früher geschnitten, vor dem Produkt.",
  },
  apart: {
    ask: `Ändere eine Zahl von W_q, sodass sich nur die Querys von Kopf 1 ändern. ${HOW}`,
    answers: "Noch nicht: Deine Änderung hat die Querys von Kopf\u00a00 bewegt.",
    told: "Du hast die Zeile von W_q geändert, die Kopf 1 gehört: Aus ihr wird nichts von Kopf 0 gemacht.",
  },
  show: {
    ask: (first, step) =>
      `Schalte in den Optionen die kausale Maske aus. Drück dann auf das größte Gewicht von ` +
      `${first} in Kopf 0${inStep(step)}.`,
    told: (first, weight, later) =>
      `Ohne die Maske gibt ${first} am meisten, ${weight}, an ` +
      `${later ? `${later}: ein Wort, das in seiner Zukunft liegt` : "sich selbst"}.`,
  },
  leak: {
    ask: (third) =>
      `Schalte die Maske ein, und ändere eine Zahl von ${third} in X. Welche Ausgaben ändern sich?`,
    told: (third, before, after) =>
      `Nur die Zeile von ${third} hat sich geändert, von ${before} zu ${after}: Kein Wort davor kann ` +
      "darauf sehen.",
  },
  alone: {
    ask:
      `Drück in den Optionen auf ${quoted(KEEP.begin)}. Ändere dann eine Zahl, sodass sich nur die ` +
      "Ausgabe bewegt.",
    told: (by) =>
      `Aus W_o wird nichts als die Ausgabe gemacht. Die Ausgaben sind bis zu ${by} auseinander, und ` +
      "jedes Gewicht ist dasselbe.",
  },
  stay: {
    ask: (step) =>
      `Drück in den Optionen auf ${quoted(KEEP.begin)}, und schalte die Maske um. Welche Zeile der ` +
      `Ausgabe bewegt sich nicht? Drück auf eine ihrer Zahlen${inStep(step)}.`,
    told: (third, by) =>
      `${third} kommt zuletzt, also verbirgt die Maske nichts davor. Die Ausgaben der anderen sind bis ` +
      `zu ${by} auseinander.`,
  },
  unseen: {
    ask:
      "Wähle in den Optionen einen Fehler, der jedes Gewicht lässt, wie es ist, und drück auf die " +
      "erste Zahl, die er bewegt.",
    told: (by) =>
      `Jedes Gewicht stimmt, und die Ausgaben sind bis zu ${by} auseinander. Wer auf die Gewichte ` +
      "sieht, findet nichts.",
  },
  root: {
    ask: (fault) =>
      `Wähle ${quoted(fault)}. Hier bewegt das nichts. Welcher Schalter bringt es ans Licht?`,
    told:
      "Mit zwei Köpfen hat eine Query eine Zahl, und die Wurzel aus 1 ist 1. Ein Test mit kleinen " +
      "Größen kann so einen Fehler durchlassen.",
  },
};
