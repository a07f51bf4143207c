// SPDX-License-Identifier: GPL-2.0-only

import ca.utoronto.msrg.padres.common.comm.MessageQueue;
import ca.utoronto.msrg.padres.common.message.Message;

/**
 * Counts the messages of a network from the moment they are sent or queued until what they cause is
 * sent or queued, too. So the network is quiet if and only if the count is 0.
 */
final class MessagesUnderWay {
    private long count;

    /** A message is sent or queued. */
    synchronized void begin() {
        ++count;
    }

    /** A message has been handled. */
    synchronized void end() {
        if (--count < 0) {
            throw new IllegalStateException("more messages were handled than sent");
        }
        notifyAll();
    }

    /**
     * Wait until no message is under way.
     *
     * @param seconds to wait at most; then the method throws IllegalStateException
     */
    synchronized void awaitNone(int seconds) throws InterruptedException {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        while (count > 0) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw new IllegalStateException(count + " messages were not handled in " + seconds + " s");
            }
            wait(left);
        }
    }

    /** A queue whose only consumer is a thread that handles one message after the other. */
    MessageQueue newInnerQueue() {
        return new InnerQueue();
    }

    /** A queue of what leaves a broker. Its receiver calls end() for each message. */
    MessageQueue newLinkQueue() {
        return new LinkQueue();
    }

    private class LinkQueue extends MessageQueue {
        private static final long serialVersionUID = 1L;

        @Override
        public synchronized void add(Message message) {
            begin();
            super.add(message);
        }
    }

    private final class InnerQueue extends LinkQueue {
        private static final long serialVersionUID = 1L;
        private boolean isHandling; // of the consumer alone

        @Override
        public Message blockingRemove() {
            if (isHandling) {
                end(); // the consumer has handled the one before
            }
            Message next = super.blockingRemove();
            isHandling = true;
            return next;
        }
    }
}
